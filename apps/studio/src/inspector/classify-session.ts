import type { Message } from "../api/messages.ts";
import type { SessionMemory } from "../api/session-memory.ts";
import { type FoldingSettings, isThrough } from "./inspector-api.ts";

/**
 * Where a message stands: `absorbed` into the summary; in the `recent` window; in the `backlog`, sent verbatim until it is folded;
 * `uncovered`, neither absorbed nor sent; `unseen`, never shown to a model (an error, or nothing in it).
 */
export type Standing = "absorbed" | "backlog" | "recent" | "uncovered" | "unseen";

/** A session, message by message, as its memory sees it. */
export interface SessionMap {
	/** One per message, in the order of the messages. */
	readonly standings: readonly Standing[];
	readonly counts: Readonly<Record<Standing, number>>;
	/** Index of the last absorbed message; -1 when none is. */
	readonly cursor: number;
	/** Indices of what the next fold takes, first and last; undefined when the backlog is empty. */
	readonly nextFold: { readonly first: number; readonly last: number } | undefined;
	/** Messages that have to join the backlog until a fold is due. */
	readonly untilFold: number;
}

type Placed = Pick<Message, "id" | "timestamp" | "text" | "files" | "error">;

/** Messages that a model could see: no errors, and with text or files. */
export function isEligible({ error, text, files }: Pick<Message, "text" | "files" | "error">): boolean {
	return !error && (text.trim() !== "" || files.length > 0);
}

/** @param messages all of the scope, oldest first. */
export function mapSession(
	messages: readonly Placed[],
	memory: Pick<SessionMemory, "state" | "recent_window" | "uncovered" | "fold_due">,
	folding: Pick<FoldingSettings, "foldThreshold" | "maxBatch">,
): SessionMap {
	const coveredUntil = memory.state?.covered_until ?? null;
	const eligible = messages.flatMap((message, index) => (isEligible(message) ? [index] : []));
	const windowStart = Math.max(0, eligible.length - memory.recent_window);
	const standings = messages.map((): Standing => "unseen");
	const waiting: number[] = [];
	let uncovered = memory.uncovered;
	let cursor = -1;
	eligible.forEach((index, place) => {
		const message = messages[index];
		if (message && isThrough(message, coveredUntil)) {
			standings[index] = "absorbed";
			cursor = index;
		} else if (place >= windowStart) standings[index] = "recent";
		else {
			waiting.push(index);
			standings[index] = uncovered-- > 0 ? "uncovered" : "backlog";
		}
	});
	const batch = waiting.slice(0, folding.maxBatch);
	const [first] = batch;
	return {
		standings,
		counts: countStandings(standings),
		cursor,
		nextFold: first === undefined ? undefined : { first, last: batch.at(-1) ?? first },
		untilFold: memory.fold_due ? 0 : Math.max(0, folding.foldThreshold - waiting.length),
	};
}

function countStandings(standings: readonly Standing[]): Readonly<Record<Standing, number>> {
	const counts = { absorbed: 0, backlog: 0, recent: 0, uncovered: 0, unseen: 0 };
	for (const standing of standings) counts[standing]++;
	return counts;
}
