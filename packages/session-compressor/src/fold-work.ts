import type { StoredEngine, Turn } from "./engine.ts";
import type { FailedFold, FoldFailureCode, TokenUsage } from "./fold-journal.ts";
import { buildFoldRequest } from "./fold-request.ts";
import { unionKeys } from "./known-keys.ts";
import { cursorOf, type SessionMessage } from "./message.ts";
import { guardRedact } from "./redaction.ts";
import type { SessionScope } from "./scope.ts";
import type { KnownKey, SessionMemoryState } from "./state.ts";
import type { FoldRequest } from "./summarizer.ts";

/** One fold under way: which rows, from which state, for which turn. */
export interface FoldWork {
	readonly engine: StoredEngine;
	readonly scope: SessionScope;
	readonly turn: Turn;
	readonly state: SessionMemoryState | undefined;
	readonly rows: readonly SessionMessage[];
	readonly knownKeys: readonly KnownKey[];
	/** Undefined: the redact hook failed, so nothing may be sent. */
	readonly request: FoldRequest | undefined;
	readonly startedAtMs: number;
	/** Failed attempts in a row before this one. */
	readonly failuresBefore: number;
}

/** Prepares the fold of `rows` onto `state`. */
export function prepareFold(work: Pick<FoldWork, "engine" | "scope" | "turn" | "state" | "rows" | "failuresBefore">): FoldWork {
	const { engine, scope, turn, state, rows } = work;
	const knownKeys = unionKeys(state, turn.pinnedKeys, [...engine.seenKeys.of(scope), ...turn.otherKeys]);
	const { redact, failed } = guardRedact(engine.redact);
	const { maxMessageChars, summaryWords } = engine.folding;
	const limits = { maxMessageChars, summaryWords, ...(redact ? { redact } : {}) };
	const request = buildFoldRequest({ messages: rows, summary: state?.summary ?? "", pinned: state?.pinned ?? {}, knownKeys, ...limits });
	return { ...work, knownKeys, request: failed() ? undefined : request, startedAtMs: engine.clock.now() };
}

/** Characters that the prompt holds; 0 without one. */
export function promptChars(request: FoldRequest | undefined): number {
	return request ? request.system.length + request.user.length : 0;
}

/** The place of the batch's last row. */
export function throughOf(work: FoldWork): FailedFold["through"] {
	const last = work.rows.at(-1);
	if (!last) throw new Error("A fold needs at least one row, but its batch is empty: plan the batch before folding.");
	return cursorOf(last);
}

/** The journal entry of an attempt that saved nothing. */
export function attemptOf(
	work: FoldWork,
	end: Pick<FailedFold, "outcome" | "code">,
	answer: { readonly model: string; readonly usage?: TokenUsage },
): FailedFold {
	return {
		...end,
		after: work.state?.cursor,
		through: throughOf(work),
		messageCount: work.rows.length,
		promptChars: promptChars(work.request),
		model: answer.model,
		...(answer.usage ? { usage: answer.usage } : {}),
		durationMs: durationOf(work),
	};
}

export function durationOf(work: FoldWork): number {
	return work.engine.clock.now() - work.startedAtMs;
}

/** How one step ended; `probed` and `invalidated` call for another step. */
export type StepOutcome =
	| { readonly outcome: "not-due" }
	| { readonly outcome: "saved"; readonly state: SessionMemoryState }
	| { readonly outcome: "probed" }
	| { readonly outcome: "lost"; readonly state: SessionMemoryState | undefined }
	| { readonly outcome: "failed"; readonly code: FoldFailureCode; readonly retryAtMs: number }
	| { readonly outcome: "backing-off"; readonly retryAtMs: number };
