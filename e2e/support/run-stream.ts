import { z } from "zod";

const eventSchema = z.discriminatedUnion("event", [
	z.object({ event: z.literal("add_message"), data: z.looseObject({ id: z.string(), text: z.string(), sender: z.enum(["User", "Machine"]) }) }),
	z.object({ event: z.literal("token"), data: z.looseObject({ chunk: z.string(), id: z.string() }) }),
	z.object({ event: z.literal("end"), data: z.looseObject({}) }),
	z.object({ event: z.literal("error"), data: z.looseObject({ error: z.string() }) }),
]);

/** One event of a streaming run. */
export type StreamEvent = z.infer<typeof eventSchema>;

/**
 * Runs one turn and gives its events as they arrive: JSON objects, each followed by an empty line.
 * Ends early, without an error, when the connection breaks: an object that did not arrive whole was never told.
 */
export async function* runStream(hostUrl: string, flowId: string, body: Readonly<Record<string, unknown>>): AsyncGenerator<StreamEvent> {
	const response = await post(`${hostUrl}/api/v1/run/${flowId}?stream=true`, body);
	if (!response) return;
	if (!response.ok || !response.body) throw new Error(`The run answered ${response.status}: ${await response.text().catch(() => "")}`);
	let rest = "";
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	for (;;) {
		const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
		if (done) return;
		const parts = (rest + value).split("\n\n");
		rest = parts.pop() ?? "";
		for (const part of parts) yield eventSchema.parse(JSON.parse(part));
	}
}

async function post(url: string, body: unknown): Promise<Response | undefined> {
	try {
		return await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
	} catch {
		return undefined;
	}
}
