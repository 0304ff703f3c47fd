import type { SessionMessage } from "./message.ts";
import { isBoundary } from "./turn-boundaries.ts";

/**
 * Where the recent window starts in `rows`, a session's newest rows in order.
 * It holds the newest `recentMessages`; with `recentTokens` it shrinks from its old end to fit, but keeps the last user message and what follows.
 * It starts at a whole turn, so it may hold a few more.
 */
export function recentWindowStart(
	rows: readonly SessionMessage[],
	limits: { readonly recentMessages: number; readonly recentTokens?: number },
	countTokens: (text: string) => number,
): number {
	let start = Math.max(0, rows.length - limits.recentMessages);
	if (limits.recentTokens !== undefined) start = shrink(rows, start, limits.recentTokens, countTokens);
	while (start > 0 && start < rows.length && !isBoundary(rows, start)) start--;
	return start;
}

function shrink(rows: readonly SessionMessage[], start: number, maxTokens: number, countTokens: (text: string) => number): number {
	const lastUser = rows.findLastIndex((row) => row.role === "user");
	const latest = Math.max(lastUser, start);
	let tokens = 0;
	for (let index = rows.length - 1; index >= start; index--) {
		tokens += countTokens(rows[index]?.text ?? "");
		if (tokens > maxTokens) return Math.min(index + 1, latest);
	}
	return start;
}
