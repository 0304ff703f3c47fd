import { retryAt } from "./back-off.ts";
import type { FoldFailureCode, TokenUsage } from "./fold-journal.ts";
import { attemptOf, durationOf, type FoldWork, type StepOutcome } from "./fold-work.ts";

/**
 * Records a failed attempt, in the journal or, when the store itself just failed, in this process, and tells when to try again.
 * The user's own abort counts as no failure: nothing is recorded and nothing waits.
 */
export async function failFold(
	work: FoldWork,
	failure: { readonly code: FoldFailureCode; readonly model: string; readonly usage?: TokenUsage },
	where: "journal" | "here",
): Promise<StepOutcome> {
	const { engine, scope, rows } = work;
	const { code } = failure;
	const aborted = code === "aborted";
	const nowMs = engine.clock.now();
	const retryAtMs = aborted ? nowMs : retryAt(nowMs, work.failuresBefore + 1);
	engine.emit({ scope, type: "fold-failed", code, messageCount: rows.length, retryAtMs, durationMs: durationOf(work) });
	const attempt = attemptOf(work, { outcome: "failed", code }, failure);
	if (where === "here") engine.attempts.failedHere(scope, attempt);
	else if (!aborted) await engine.attempts.failed(scope, attempt);
	return { outcome: "failed", code, retryAtMs };
}
