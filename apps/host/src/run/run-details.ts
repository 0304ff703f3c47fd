import type { Json } from "@foldback/session-store";
import { z } from "@hono/zod-openapi";

const count = z.number().int();
const memory = z.object({ incarnation: z.string(), version: count });

/** The rows that a call was sent, each `[id, revision]`, and the state whose summary went first. */
const view = z.object({
	messages: z.array(z.tuple([z.string(), count])),
	message_count: count,
	summary: memory.extend({ chars: count }).nullable(),
});

/** Text of a saved flow as it was sent, without secrets; null when it is not kept, because it may have held text of the chat or of a request. */
const instructions = z.object({ text: z.string().nullable(), chars: count });

/** Places among the steps of the answer's row; -1 for a step that had not ended. */
const turnMessage = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("calls"), words: count.nullable(), steps: z.array(count) }),
	z.object({ kind: z.literal("output"), step: count }),
	z.object({ kind: z.literal("complaint"), chars: count }),
]);

const call = z.object({
	node_id: z.string(),
	model: z.string(),
	round: count,
	/** Index in `views`. */
	view: count,
	message_count: count,
	input_tokens: count.nullable(),
	output_tokens: count.nullable(),
	duration_ms: z.number(),
	/** Index in `instructions`; null: none were sent, or the record is older. */
	instructions: count.nullable().default(null),
	/** What came after the input. */
	turn: z.array(turnMessage).default([]),
});

const recall = z.object({
	node_id: z.string(),
	context_id: z.string(),
	/** Epoch milliseconds. */
	at_ms: z.number(),
	memory: memory.extend({ cursor: z.object({ timestampMs: z.number(), id: z.string() }).nullable() }).nullable(),
	absorbed: count,
	backlog: count,
	uncovered: count,
	verbatim: count,
});

/** What is kept of a run: references and sizes, and of texts only the instructions of the saved flow. */
export const runDetails = z.object({
	nodes: z.array(z.object({ id: z.string(), duration_ms: z.number().nullable() })),
	views: z.array(view),
	instructions: z.array(instructions).default([]),
	calls: z.array(call),
	recalls: z.array(recall),
	tools: z.array(z.object({ node_id: z.string(), name: z.string(), error: z.boolean(), duration_ms: z.number() })),
});

export type RunDetails = z.infer<typeof runDetails>;
export type RunView = z.infer<typeof view>;
export type RunInstructions = z.infer<typeof instructions>;
export type RunTurnMessage = z.infer<typeof turnMessage>;
export type RunCall = z.infer<typeof call>;
export type RunRecall = z.infer<typeof recall>;

const nothing: RunDetails = { nodes: [], views: [], instructions: [], calls: [], recalls: [], tools: [] };

/** @returns empty details for what another version of the host wrote in another shape. */
export function readRunDetails(stored: { readonly [key: string]: Json }): RunDetails {
	const result = runDetails.safeParse(stored);
	return result.success ? result.data : nothing;
}
