import type { Attempt } from "./attempt-log.ts";
import { retryAt } from "./back-off.ts";
import { attemptsAt, firstFailureIndex, isReplyFailure } from "./failure-series.ts";
import type { Cursor, SessionMessage } from "./message.ts";
import type { BatchPlan } from "./plan-batch.ts";
import { batchEnd } from "./turn-boundaries.ts";

/** What to do about a due fold, after what happened before at this cursor. */
export type NextAttempt = { readonly failuresBefore: number } & (
	| { readonly action: "wait"; readonly retryAtMs: number }
	/** Fold `rows[0..end)`. */
	| { readonly action: "fold"; readonly end: number }
	/** Absorb `rows[0..end)` without a model call. */
	| { readonly action: "pass-over"; readonly end: number }
	/** Fold `rows[start..end)` only to see whether the model works. */
	| { readonly action: "probe"; readonly start: number; readonly end: number }
);

export interface AttemptHistory {
	/** Newest first. */
	readonly journal: readonly Attempt[];
	readonly cursor: Cursor | undefined;
	readonly nowMs: number;
	/** Names of the summary model of this turn. */
	readonly models: ReadonlySet<string>;
	/** When it last worked in this process, in any scope. */
	readonly lastSuccessMs: number | undefined;
	/** Characters of the prompt that would fold these rows. The journal keeps no text, so by this an edited message is told from the one that failed. */
	promptChars(rows: readonly SessionMessage[]): number | undefined;
}

/**
 * Decides. Reply-shaped failures halve the batch down to one message. One that still fails is passed over only when the same model is proven to
 * work otherwise; without proof the next messages are tried alone. A proof that comes after failed probes may be a model that was broken and
 * works again: then the message gets one more try.
 */
export function nextAttempt(plan: BatchPlan, history: AttemptHistory): NextAttempt {
	const tries = attemptsAt(history.journal, history.cursor);
	const failures = tries.filter((attempt) => attempt.outcome === "failed");
	const replyFailures = failures.filter(isReplyFailure).length;
	const failuresBefore = failures.length;
	const smallest = batchEnd(plan.rows, 1, plan.end);
	const alone = failedAlone(tries, plan.rows.slice(0, smallest), history);
	const hopeless = alone >= 0 && replyFailures > 1;
	const proven = hopeless && isProven(history);
	const failedProbes = tries.slice(0, Math.max(alone, 0)).filter(isReplyFailure).length;
	if (proven && failedProbes === 0) return { action: "pass-over", end: smallest, failuresBefore };
	const retryAtMs = tries[0]?.outcome === "failed" ? retryAt(tries[0].atMs, failuresBefore) : history.nowMs;
	if (history.nowMs < retryAtMs) return { action: "wait", retryAtMs, failuresBefore };
	const probe = hopeless && !proven ? nextProbe(plan, smallest, failedProbes) : undefined;
	if (probe) return { action: "probe", ...probe, failuresBefore };
	return { action: "fold", end: hopeless ? smallest : shrunkEnd(plan, replyFailures), failuresBefore };
}

/** Index of the newest try in which this model got just these rows and failed; -1 when there is none. */
function failedAlone(tries: readonly Attempt[], rows: readonly SessionMessage[], history: AttemptHistory): number {
	const through = rows.at(-1)?.id;
	const candidates = tries.filter((attempt) => isReplyFailure(attempt) && attempt.through.id === through && history.models.has(attempt.model));
	if (candidates.length === 0) return -1;
	const promptChars = history.promptChars(rows);
	return tries.findIndex((attempt) => candidates.includes(attempt) && attempt.promptChars === promptChars);
}

function shrunkEnd(plan: BatchPlan, replyFailures: number): number {
	const limit = Math.max(1, Math.floor(plan.end / 2 ** Math.max(0, replyFailures - 1)));
	return batchEnd(plan.rows, limit, plan.end);
}

/** Whether the model has folded something else since this message first failed. */
function isProven({ journal, cursor, models, lastSuccessMs }: AttemptHistory): boolean {
	const first = firstFailureIndex(journal, cursor);
	const firstFailure = journal[first];
	if (!firstFailure) return false;
	if (lastSuccessMs !== undefined && lastSuccessMs > firstFailure.atMs) return true;
	return journal.slice(0, first).some((attempt) => (attempt.outcome === "saved" || attempt.outcome === "probe") && models.has(attempt.model));
}

/** The whole turn that is `failedProbes` places after the smallest batch, again from there at the batch's end; undefined when there is none. */
function nextProbe(plan: BatchPlan, smallest: number, failedProbes: number): { readonly start: number; readonly end: number } | undefined {
	const probes: { readonly start: number; readonly end: number }[] = [];
	for (let start = smallest; start < plan.end; ) {
		const length = batchEnd(plan.rows.slice(start), 1, plan.end - start);
		if (length === 0) break;
		probes.push({ start, end: start + length });
		start += length;
	}
	return probes[failedProbes % Math.max(1, probes.length)];
}
