import type { RunRecord } from "@foldback/session-store";
import { z } from "@hono/zod-openapi";
import { readRunDetails, runDetails } from "../run/run-details.ts";
import { wireFold } from "./session-memory.ts";
import { formatTimestamp } from "./timestamp.ts";

/** What a run was, without what its model calls were sent. */
export const wireRunHeader = z
	.object({
		run_id: z.string(),
		flow_id: z.string(),
		session_id: z.string(),
		input_id: z.string().nullable().openapi({ description: "Row of the user's message." }),
		answer_id: z.string().nullable().openapi({ description: "Row of the answer." }),
		started_at: z.string(),
		duration_ms: z.number(),
		status: z.enum(["finished", "failed", "cancelled"]),
		code: z.string().nullable(),
		model_calls: z.number().int(),
		input_tokens: z.number().int().nullable(),
		output_tokens: z.number().int().nullable(),
	})
	.openapi("RunHeader");

const sentMessage = z
	.object({
		id: z.string(),
		revision: z.number().int().openapi({ description: "What the model was sent." }),
		status: z.enum(["same", "changed", "deleted"]),
		sender: z.enum(["User", "Machine"]).nullable(),
		timestamp: z.string().nullable(),
		text: z.string().nullable().openapi({ description: "Only while the row is still what the model was sent." }),
		files: z.array(z.string()),
	})
	.openapi("SentMessage");

const sentSummary = z
	.object({
		incarnation: z.string(),
		version: z.number().int(),
		chars: z.number().int(),
		context_id: z.string().nullable(),
		status: z.enum(["current", "earlier", "forgotten"]),
		summary: z.string().nullable(),
		pinned: z.record(z.string(), z.string()).nullable(),
		overrides: z.record(z.string(), z.string()).nullable().openapi({ description: "Only while the state is the current one." }),
	})
	.openapi("SentSummary");

const sentTurnMessage = z
	.object({
		kind: z.enum(["calls", "output", "complaint"]).openapi({ description: "The model's calls of tools; a tool's output; a note that a call was malformed." }),
		status: z.enum(["same", "changed", "deleted", "not-kept"]).openapi({ description: "Of the answer's row, which keeps the texts." }),
		name: z.string().nullable().openapi({ description: "The tool whose output it is." }),
		text: z.string().nullable().openapi({ description: "Words or output, the latter cut at 20,000 characters; only while the answer is as it was stored." }),
		calls: z.array(z.object({ name: z.string(), input: z.unknown() })),
		chars: z.number().int().nullable(),
	})
	.openapi("SentTurnMessage");

const sentCall = runDetails.shape.calls.element
	.extend({
		instructions: z
			.object({ text: z.string().nullable(), chars: z.number().int() })
			.nullable()
			.openapi({ description: "The system message. Its text is null when it may have held text of the chat or of the request." }),
		turn: z.array(sentTurnMessage).openapi({ description: "What came after the input, in order." }),
	})
	.openapi("SentCall");

export type SentTurnMessage = z.infer<typeof sentTurnMessage>;
export type SentCall = z.infer<typeof sentCall>;
export type SentMessage = z.infer<typeof sentMessage>;
export type SentSummary = z.infer<typeof sentSummary>;
export type SentView = z.infer<typeof sentView>;

const sentView = z.object({ message_count: z.number().int(), messages: z.array(sentMessage), summary: sentSummary.nullable() }).openapi("SentView");

/** A run with what each model call was sent, as far as it still exists. */
export const wireRun = wireRunHeader
	.extend({
		nodes: runDetails.shape.nodes,
		calls: z.array(sentCall).openapi({ description: "Model calls; `view` is an index in `views`." }),
		views: z.array(sentView),
		recalls: runDetails.shape.recalls,
		tools: runDetails.shape.tools,
		folds: z.array(wireFold.extend({ context_id: z.string() })).openapi({ description: "Fold attempts from this run's start to the next one's." }),
	})
	.openapi("Run");

export function toRunHeader(run: RunRecord): z.infer<typeof wireRunHeader> {
	const { calls } = readRunDetails(run.details);
	const sum = (tokens: readonly (number | null)[]) => tokens.reduce((total, count) => (count === null ? total : (total ?? 0) + count), null);
	return {
		run_id: run.id,
		flow_id: run.flowId,
		session_id: run.sessionId,
		input_id: run.inputId || null,
		answer_id: run.answerId || null,
		started_at: formatTimestamp(run.startedAtMs),
		duration_ms: run.durationMs,
		status: run.status,
		code: run.code || null,
		model_calls: calls.length,
		input_tokens: sum(calls.map(({ input_tokens }) => input_tokens)),
		output_tokens: sum(calls.map(({ output_tokens }) => output_tokens)),
	};
}
