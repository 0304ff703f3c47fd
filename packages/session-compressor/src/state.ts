import { compareCursors } from "./cursor.ts";
import type { Cursor } from "./message.ts";

/** A pinned key as configured on an agent. */
export interface PinnedKey {
	readonly name: string;
	/** Told to the summary model: what the value means. `''` when absent. */
	readonly description: string;
}

/** A pinned key that some agent of this scope has configured; every fold asks for all of them. A scope has at most 64, twice the keys of one agent. */
export interface KnownKey extends PinnedKey {
	/** Messages up to here were folded before anyone asked for this key; absent when every folded message was asked. */
	readonly notAskedThrough?: Cursor;
}

/** What a fold produces. A journal snapshot holds exactly this, so going back to one restores it. */
export interface FoldedMemory {
	/** Bullets, at most `summaryWords` words; `''` when nothing is folded. */
	readonly summary: string;
	/** Folded values by pinned key name. Values are 1 to 500 characters. */
	readonly pinned: Readonly<Record<string, string>>;
	/** Place of the last absorbed message; undefined when nothing is absorbed. */
	readonly cursor: Cursor | undefined;
	/** Number of eligible rows at or before the cursor. */
	readonly absorbedCount: number;
	/** Rolling hash over id and text of what was absorbed; only for stores that cannot check the history themselves. */
	readonly absorbedDigest?: string;
	/** Model that made the summary; `''` when nothing is folded. */
	readonly summaryModel: string;
}

/** The part of a session memory state that its writer chooses. */
export interface SessionMemoryDraft extends FoldedMemory {
	/** Values set by hand: they win over folded ones; no fold and no rebuild changes them. */
	readonly overrides: Readonly<Record<string, string>>;
	readonly knownKeys: readonly KnownKey[];
}

/** One row per scope. Incarnation, version and times are given by the store. */
export interface SessionMemoryState extends SessionMemoryDraft {
	/** UUID, never reused. Every invalidation, rebuild, delete or rename ends it. */
	readonly incarnation: string;
	/** 1 at first, +1 at every save within an incarnation. */
	readonly version: number;
	readonly createdAtMs: number;
	readonly updatedAtMs: number;
}

/** The draft of a scope about which nothing is remembered. */
export const emptyDraft: SessionMemoryDraft = { summary: "", pinned: {}, cursor: undefined, absorbedCount: 0, summaryModel: "", overrides: {}, knownKeys: [] };

/** @returns the value of `name`, or undefined; never something inherited such as `constructor`. */
export function pinnedValue(values: Readonly<Record<string, string>>, name: string): string | undefined {
	return Object.hasOwn(values, name) ? values[name] : undefined;
}

/**
 * What remains of a draft when a row at or before its cursor changed: the memory of `snapshot` (the newest one wholly before that row)
 * or of nothing, with overrides and known keys kept. Stores call it inside the transaction that invalidates.
 * A key counts as asked for in everything that will be folded again.
 */
export function rewindDraft(draft: SessionMemoryDraft, snapshot: FoldedMemory | undefined): SessionMemoryDraft {
	const memory: FoldedMemory = snapshot ?? emptyDraft;
	const knownKeys = draft.knownKeys.map(({ name, description, notAskedThrough }): KnownKey => {
		const still = notAskedThrough && memory.cursor && (compareCursors(notAskedThrough, memory.cursor) < 0 ? notAskedThrough : memory.cursor);
		return still ? { name, description, notAskedThrough: still } : { name, description };
	});
	return {
		summary: memory.summary,
		pinned: memory.pinned,
		cursor: memory.cursor,
		absorbedCount: memory.absorbedCount,
		...(memory.absorbedDigest === undefined ? {} : { absorbedDigest: memory.absorbedDigest }),
		summaryModel: memory.summaryModel,
		overrides: draft.overrides,
		knownKeys,
	};
}
