import { extendDigest } from "./digest.ts";
import { failFold } from "./fail-fold.ts";
import type { FoldReport } from "./fold-journal.ts";
import { attemptOf, durationOf, type FoldWork, type StepOutcome, throughOf } from "./fold-work.ts";
import { keepsDigest, loadState } from "./load-state.ts";
import type { HistoryBatch, SaveResult } from "./session-state-store.ts";
import type { SessionMemoryDraft } from "./state.ts";

/** Saves a fold by compare-and-swap and tells how that ended. After a refusal the state is read again: the winner's result is used. */
export async function saveFold(
	work: FoldWork,
	memory: Pick<SessionMemoryDraft, "summary" | "pinned" | "summaryModel">,
	fold: FoldReport,
): Promise<StepOutcome> {
	const { engine, scope, state } = work;
	const result = await trySave(work, memory, fold);
	if (!result) return await failFold(work, { code: "server-error", model: fold.model }, "here");
	if (!result.saved) return await loseFold(work, result.reason, fold);
	engine.attempts.saved(scope, fold, { after: state?.cursor, through: throughOf(work) });
	const { outcome, messageCount, model, usage, durationMs } = fold;
	const { absorbedCount } = result.state;
	engine.emit({ scope, type: "fold-saved", outcome, messageCount, absorbedCount, model, ...(usage ? { usage } : {}), durationMs });
	return { outcome: "saved", state: result.state };
}

async function trySave(
	work: FoldWork,
	memory: Pick<SessionMemoryDraft, "summary" | "pinned" | "summaryModel">,
	fold: FoldReport,
): Promise<SaveResult | undefined> {
	const { engine, scope, state, rows } = work;
	const next: SessionMemoryDraft = {
		...memory,
		cursor: throughOf(work),
		absorbedCount: (state?.absorbedCount ?? 0) + rows.length,
		...digestOf(work),
		overrides: state?.overrides ?? {},
		knownKeys: work.knownKeys,
	};
	const batch: HistoryBatch = { after: state?.cursor, through: throughOf(work), rows: rows.map(({ id, revision }) => ({ id, revision })) };
	const expected = state ? { incarnation: state.incarnation, version: state.version } : "absent";
	try {
		return await engine.store.save(scope, next, { expected, batch, fold });
	} catch {
		engine.emit({ scope, type: "store-failed", operation: "save" });
		return undefined;
	}
}

function digestOf({ engine, state, rows }: FoldWork): { readonly absorbedDigest?: string } {
	if (!keepsDigest(engine)) return {};
	let digest = state?.absorbedDigest;
	for (const row of rows) digest = extendDigest(digest, row);
	return digest === undefined ? {} : { absorbedDigest: digest };
}

async function loseFold(work: FoldWork, reason: "conflict" | "stale-history" | "no-rows", fold: FoldReport): Promise<StepOutcome> {
	const { engine, scope, rows } = work;
	engine.emit({ scope, type: "fold-lost", reason, messageCount: rows.length, durationMs: durationOf(work) });
	await engine.attempts.failed(scope, attemptOf(work, { outcome: "lost", code: reason }, fold));
	const loaded = await loadState(engine, scope);
	return { outcome: "lost", state: loaded.ok ? loaded.state : undefined };
}
