import { askForMemory } from "./ask-for-memory.ts";
import { retryAt } from "./back-off.ts";
import { clipSummary } from "./clip-summary.ts";
import type { StoredEngine, Turn } from "./engine.ts";
import { failFold } from "./fail-fold.ts";
import { isFoldDue } from "./fold-due.ts";
import { attemptOf, durationOf, type FoldWork, prepareFold, promptChars, type StepOutcome } from "./fold-work.ts";
import { invalidate, loadState } from "./load-state.ts";
import { mergePinned } from "./merge-pinned.ts";
import { nextAttempt } from "./next-attempt.ts";
import { passOver } from "./pass-over.ts";
import { type BatchPlan, planBatch } from "./plan-batch.ts";
import { type Reading, readHistory } from "./read-history.ts";
import { saveFold } from "./save-fold.ts";
import type { SessionScope } from "./scope.ts";

/** One fold, or whatever is to be done instead after earlier attempts. Throws only when the message source does. */
export async function foldStep(engine: StoredEngine, scope: SessionScope, turn: Turn, read?: Reading): Promise<StepOutcome> {
	const reading = read ?? (await readHistory(engine, scope, turn));
	const nowMs = engine.clock.now();
	if (!reading.loaded) return { outcome: "failed", code: "server-error", retryAtMs: retryAt(nowMs, 1) };
	if (!isFoldDue(engine, reading)) return { outcome: "not-due" };
	if (turn.signal?.aborted) return { outcome: "failed", code: "aborted", retryAtMs: nowMs };
	const { state } = reading;
	if (state?.cursor && (await engine.source.count(scope, { through: state.cursor })) !== state.absorbedCount) {
		const dropped = await invalidate(engine, scope, state, "count-mismatch");
		return dropped ? await foldStep(engine, scope, turn) : await lostState(engine, scope);
	}
	const plan = await planBatch(engine, scope, turn, reading);
	return plan ? await attemptPlan(engine, scope, turn, { state, plan }) : { outcome: "not-due" };
}

async function attemptPlan(engine: StoredEngine, scope: SessionScope, turn: Turn, from: { state: Reading["state"]; plan: BatchPlan }): Promise<StepOutcome> {
	const { state, plan } = from;
	const next = nextAttempt(plan, {
		journal: await engine.attempts.list(scope),
		cursor: state?.cursor,
		nowMs: engine.clock.now(),
		models: engine.models.names(turn.summaryModel),
		lastSuccessMs: engine.models.lastSuccessMs(turn.summaryModel),
		promptChars: (rows) => promptChars(prepareFold({ engine, scope, turn, state, rows, failuresBefore: 0 }).request),
	});
	const prepare = (start: number, end: number) =>
		prepareFold({ engine, scope, turn, state, rows: plan.rows.slice(start, end), failuresBefore: next.failuresBefore });
	switch (next.action) {
		case "wait":
			return { outcome: "backing-off", retryAtMs: next.retryAtMs };
		case "pass-over":
			return await passOver(prepare(0, next.end));
		case "probe":
			return await probe(prepare(next.start, next.end));
		case "fold":
			return await foldRows(prepare(0, next.end));
	}
}

async function lostState(engine: StoredEngine, scope: SessionScope): Promise<StepOutcome> {
	const loaded = await loadState(engine, scope);
	return { outcome: "lost", state: loaded.ok ? loaded.state : undefined };
}

async function foldRows(work: FoldWork): Promise<StepOutcome> {
	const { engine, scope, state, rows } = work;
	const chars = promptChars(work.request);
	engine.emit({ scope, type: "fold-started", messageCount: rows.length, promptChars: chars });
	const answer = await askForMemory(work);
	if (!answer.accepted) return await failFold(work, answer, "journal");
	const memory = {
		summary: clipSummary(answer.summary, engine.folding.summaryWords),
		pinned: mergePinned(state?.pinned ?? {}, answer.pinned, work.knownKeys),
		summaryModel: answer.model,
	};
	const cost = { promptChars: chars, model: answer.model, ...(answer.usage ? { usage: answer.usage } : {}), durationMs: durationOf(work) };
	return await saveFold(work, memory, { outcome: "saved", messageCount: rows.length, ...cost });
}

/** Folds rows only to learn whether the model works; what it makes of them is thrown away. */
async function probe(work: FoldWork): Promise<StepOutcome> {
	const answer = await askForMemory(work);
	if (!answer.accepted) return await failFold(work, answer, "journal");
	await work.engine.attempts.failed(work.scope, attemptOf(work, { outcome: "probe", code: "accepted" }, answer));
	return { outcome: "probed" };
}
