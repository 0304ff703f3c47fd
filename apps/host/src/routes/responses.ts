import { z } from "@hono/zod-openapi";

const problemSchema = z
	.looseObject({ type: z.string(), title: z.string(), status: z.number().int(), detail: z.string(), instance: z.string() })
	.openapi("Problem", { description: "RFC 9457 problem document. `detail` says what happened, with which value, and what to do." });

const problem = (description: string) => ({ description, content: { "application/problem+json": { schema: problemSchema } } });

/** The problems that any route may answer, by status. */
export const problems = {
	400: problem("The request cannot be served as it is."),
	404: problem("There is no such thing, or it is not yours."),
	401: problem("The API key is missing or not valid."),
	403: problem("It is not for you."),
	409: problem("Somebody else changed it first."),
	410: problem("What the answer consists of was deleted since."),
	413: problem("It is too large."),
	422: problem("A value is not allowed."),
	429: problem("Too soon; see Retry-After."),
	502: problem("The model failed."),
	503: problem("The server is shutting down."),
} as const;

/** An answer with a JSON body. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
	return { description, content: { "application/json": { schema } } };
}

/** A JSON body that must be there. */
export function body<Schema extends z.ZodType>(schema: Schema) {
	return { required: true, content: { "application/json": { schema } } } as const;
}

/** A form with a file; the example is its text. */
export function formBody(example: string) {
	const file = z.any().openapi({ type: "string", format: "binary", example });
	return { required: true, content: { "multipart/form-data": { schema: z.object({ file }) } } } as const;
}

/** An answer with the bytes of a file. */
export const fileBytes = { description: "Its bytes.", content: { "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) } } } as const;

/** Any JSON object. */
export const anyObject = z.looseObject({});
