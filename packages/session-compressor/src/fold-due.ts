import type { Engine } from "./engine.ts";
import type { SessionMessage } from "./message.ts";
import { backlogInRows, type Reading } from "./read-history.ts";

const minMessagesByTokens = 4;

/** The known part of the backlog, oldest first. In an overflow more of it waits than was read. */
export function knownBacklog(engine: Engine, reading: Reading): readonly SessionMessage[] {
	return reading.waiting.slice(0, reading.overflow ? engine.folding.maxBatch : backlogLength(reading));
}

/** Rows that wait and are not in the recent window; rows torn off the view's start count too. */
function backlogLength(reading: Reading): number {
	const inWindow = reading.rows.length - reading.absorbed - backlogInRows(reading);
	return reading.waiting.length - inWindow;
}

/** Whether so much waits that a fold should run. An overflow fills a batch, which is never smaller than the threshold. */
export function isFoldDue(engine: Engine, reading: Reading): boolean {
	if (!reading.loaded) return false;
	const { foldThreshold, foldTokens } = engine.folding;
	const backlog = knownBacklog(engine, reading);
	if (backlog.length >= foldThreshold) return true;
	if (foldTokens === undefined || backlog.length < minMessagesByTokens) return false;
	let tokens = 0;
	for (const row of backlog) tokens += engine.countTokens(row.text);
	return tokens >= foldTokens;
}

/** Whether the backlog fills a whole batch, so that even a background fold is waited for. */
export function isBacklogFull(engine: Engine, reading: Reading): boolean {
	return reading.loaded && knownBacklog(engine, reading).length >= engine.folding.maxBatch;
}
