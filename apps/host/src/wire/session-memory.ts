import type { Cursor, FoldRecord, MemoryStatus, SessionMemoryState, SessionScope } from "@foldback/session-compressor";
import { z } from "@hono/zod-openapi";
import { formatTimestamp } from "./timestamp.ts";

const place = z.object({ message_id: z.string(), timestamp: z.string() }).openapi("MessagePlace");
const values = z.record(z.string(), z.string());
const usage = z.object({ input_tokens: z.number().int().nullable(), output_tokens: z.number().int().nullable() });

export const wireState = z
	.object({
		summary: z.string(),
		pinned: values,
		overrides: values,
		known_keys: z.array(z.object({ name: z.string(), description: z.string(), not_asked_through: place.nullable() })),
		covered_until: place.nullable(),
		absorbed_count: z.number().int(),
		summary_model: z.string(),
		incarnation: z.string(),
		version: z.number().int(),
		created_at: z.string(),
		updated_at: z.string(),
	})
	.openapi("SessionMemoryState");

export const wireFold = z
	.object({
		id: z.string(),
		at: z.string(),
		outcome: z.string(),
		code: z.string().nullable(),
		after: place.nullable(),
		through: place,
		message_count: z.number().int(),
		prompt_chars: z.number().int(),
		model: z.string(),
		usage: usage.nullable(),
		duration_ms: z.number(),
		snapshot: z
			.object({ summary: z.string(), pinned: values, covered_until: place.nullable(), absorbed_count: z.number().int(), summary_model: z.string() })
			.nullable(),
	})
	.openapi("Fold");

/** What is remembered of a scope, why, and how much of it each part holds. Sizes are messages; tokens are estimates. */
export const wireSessionMemory = z
	.object({
		scope: z.object({ flow_id: z.string(), session_id: z.string(), context_id: z.string() }),
		state: wireState.nullable(),
		absorbed: z.number().int(),
		backlog: z.number().int(),
		recent_window: z.number().int(),
		uncovered: z.number().int(),
		summary_tokens: z.number().int(),
		verbatim_tokens: z.number().int(),
		fold_due: z.boolean(),
		keys_not_asked: z.array(z.string()),
		journal: z.array(wireFold),
	})
	.openapi("SessionMemory");

export function toWireSessionMemory(scope: SessionScope, status: MemoryStatus, journal: readonly FoldRecord[]): z.infer<typeof wireSessionMemory> {
	return {
		scope: { flow_id: scope.flowId, session_id: scope.sessionId, context_id: scope.contextId },
		state: toWireState(status.state),
		absorbed: status.absorbedCount,
		backlog: status.backlog,
		recent_window: status.recentWindow,
		uncovered: status.uncovered,
		summary_tokens: status.summaryTokens,
		verbatim_tokens: status.verbatimTokens,
		fold_due: status.foldDue,
		keys_not_asked: [...status.keysNotAsked],
		journal: journal.map(toWireFold),
	};
}

export function toWireState(state: SessionMemoryState | undefined): z.infer<typeof wireState> | null {
	if (!state) return null;
	return {
		summary: state.summary,
		pinned: { ...state.pinned },
		overrides: { ...state.overrides },
		known_keys: state.knownKeys.map(({ name, description, notAskedThrough }) => ({ name, description, not_asked_through: toPlace(notAskedThrough) })),
		covered_until: toPlace(state.cursor),
		absorbed_count: state.absorbedCount,
		summary_model: state.summaryModel,
		incarnation: state.incarnation,
		version: state.version,
		created_at: formatTimestamp(state.createdAtMs),
		updated_at: formatTimestamp(state.updatedAtMs),
	};
}

export function toWireFold(fold: FoldRecord): z.infer<typeof wireFold> {
	return {
		id: fold.id,
		at: formatTimestamp(fold.atMs),
		outcome: fold.outcome,
		code: fold.code ?? null,
		after: toPlace(fold.after),
		through: { message_id: fold.through.id, timestamp: formatTimestamp(fold.through.timestampMs) },
		message_count: fold.messageCount,
		prompt_chars: fold.promptChars,
		model: fold.model,
		usage: fold.usage ? { input_tokens: fold.usage.inputTokens ?? null, output_tokens: fold.usage.outputTokens ?? null } : null,
		duration_ms: fold.durationMs,
		snapshot: fold.snapshot
			? {
					summary: fold.snapshot.summary,
					pinned: { ...fold.snapshot.pinned },
					covered_until: toPlace(fold.snapshot.cursor),
					absorbed_count: fold.snapshot.absorbedCount,
					summary_model: fold.snapshot.summaryModel,
				}
			: null,
	};
}

function toPlace(cursor: Cursor | undefined): z.infer<typeof place> | null {
	return cursor ? { message_id: cursor.id, timestamp: formatTimestamp(cursor.timestampMs) } : null;
}
