import type { FoldJournal, FoldReport } from "./fold-journal.ts";
import type { Cursor } from "./message.ts";
import type { SessionScope } from "./scope.ts";
import type { SessionMemoryDraft, SessionMemoryState } from "./state.ts";

/** What a fold read: all eligible rows of the scope in `(after, through]`, in order. */
export interface HistoryBatch {
	readonly after: Cursor | undefined;
	readonly through: Cursor;
	readonly rows: readonly { readonly id: string; readonly revision: number }[];
}

/** Which state a save replaces: none, or exactly this incarnation and version. */
export type ExpectedState = "absent" | { readonly incarnation: string; readonly version: number };

/** How a saved fold is recorded: what the fold was and what it cost. The store adds the snapshot of the memory it saved. */
export interface SaveOptions {
	readonly expected: ExpectedState;
	/** Present for a fold; absent for a change by hand (an override, a rebuild). */
	readonly batch?: HistoryBatch;
	/** Present exactly when `batch` is. */
	readonly fold?: FoldReport;
}

export type SaveResult =
	| { readonly saved: true; readonly state: SessionMemoryState }
	/**
	 * `conflict`: the state is not the expected one. `stale-history`: the batch is no longer what lies in its range.
	 * `no-rows`: the scope has no message rows, so nothing may be written for it.
	 */
	| { readonly saved: false; readonly reason: "conflict" | "stale-history" | "no-rows" };

/**
 * Where session memory states live. All values are cloned in and out: no caller can change what is stored.
 *
 * Races: of any number of saves with the same `expected` exactly one wins; the others get `conflict` and change nothing.
 * There is no fallback that overwrites.
 */
export interface SessionStateStore {
	/**
	 * True when the store sees the message rows: then `save` verifies the batch, and every write to a row at or before a cursor invalidates
	 * the state in the same transaction. With the last row of a scope go its state, overrides and journal; a rename takes them along, a merge of two
	 * sessions leaves none of either. False or absent: the compressor keeps an `absorbedDigest` instead and rebuilds on a mismatch.
	 */
	readonly checksHistory?: boolean;
	/** @returns the state of exactly this scope, or undefined. */
	load(scope: SessionScope): Promise<SessionMemoryState | undefined>;
	/**
	 * One transaction: verify `expected`; verify that the eligible rows in `(after, through]` are exactly `batch.rows` with these revisions
	 * (only with `checksHistory`); write the state and, with `fold`, the journal entry with its snapshot.
	 * `absent` gives a new incarnation and version 1; otherwise the version rises by one.
	 * A draft without a cursor replacing a state with one is a rebuild: it gets a new incarnation, version 1, and no snapshot of the scope survives.
	 */
	save(scope: SessionScope, next: SessionMemoryDraft, options: SaveOptions): Promise<SaveResult>;
	/** Removes state and journal of exactly this scope, overrides included. @returns whether there was a state. */
	delete(scope: SessionScope): Promise<boolean>;
	/** Record of fold attempts. Without one, failure counts live in the process and nothing can be undone. */
	readonly journal?: FoldJournal;
}
