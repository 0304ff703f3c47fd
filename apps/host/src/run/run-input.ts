import { z } from "@hono/zod-openapi";

/** The body of a run, as Langflow's clients send it. Every member may be absent. */
export const runInput = z
	.looseObject({
		input_value: z.string({ error: "a text" }).nullish(),
		input_type: z.enum(["chat", "text", "any"], { error: "chat, text or any" }).nullish(),
		output_type: z.enum(["chat", "text", "any", "debug"], { error: "chat, text, any or debug" }).nullish(),
		output_component: z.string().nullish(),
		tweaks: z.looseObject({}, { error: "an object: {node id, name or type: {field: value}}, or {field: value} for every node" }).nullish(),
		session_id: z.string().max(500, "at most 500 characters").nullish(),
		files: z.array(z.string()).nullish(),
	})
	.openapi("RunInput", { example: { input_value: "I am working on project PRJ-123 on the EU cluster.", session_id: "first-chat" } });

export type RunInput = z.infer<typeof runInput>;
