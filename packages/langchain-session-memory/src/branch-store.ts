import type { FoldedMemory, FoldJournal, SessionMemoryState, SessionScope, SessionStateStore } from "@foldback/session-compressor";
import { rewindDraft } from "@foldback/session-compressor";

/** Rows of one thread at most: its own and those of its forks. With all in use the last one is folded again for each new fork. */
const maxRows = 32;
const maxAttempts = 3;

/** A message's place in a history, from 1, and the digest of the history up to it; undefined when it is not in it. */
export type FindInHistory = (id: string) => { readonly place: number; readonly digest: string } | undefined;

interface Row {
	readonly scope: SessionScope;
	readonly state: SessionMemoryState | undefined;
}

/**
 * A thread's memory with its branches: the thread's own row, and a row for each fork, told apart by which of them was made from the history at hand
 * (see docs/decisions). A row of another branch is never written.
 * @param store any state store that does not check the history itself
 * @param historyOf the history of a call, by the very scope object that the compressor was given
 */
export function createBranchStore(store: SessionStateStore, historyOf: (scope: SessionScope) => FindInHistory): SessionStateStore {
	const rows = new WeakMap<SessionScope, SessionScope>();
	const rowOf = (scope: SessionScope) => rows.get(scope) ?? branchScope(scope, 0);
	const { journal } = store;
	return {
		async load(scope) {
			const row = await resolve(store, scope, historyOf(scope));
			rows.set(scope, row.scope);
			return row.state;
		},
		save: (scope, next, options) => store.save(rowOf(scope), next, options),
		async delete(scope) {
			const all = await loadRows(store, scope, 0);
			const deleted = await Promise.all(all.map((row) => store.delete(row.scope)));
			return deleted.includes(true);
		},
		...(journal === undefined ? {} : { journal: routed(journal, rowOf) }),
	};
}

function routed(journal: FoldJournal, rowOf: (scope: SessionScope) => SessionScope): FoldJournal {
	return {
		append: (scope, attempt) => journal.append(rowOf(scope), attempt),
		list: (scope, options) => journal.list(rowOf(scope), options),
	};
}

/** The scope of a thread's own row (0) or of a fork's (from 1). */
function branchScope(scope: SessionScope, place: number): SessionScope {
	const { flowId, userId, sessionId } = scope;
	return { flowId, userId, sessionId, contextId: place === 0 ? "" : `fork:${place}` };
}

/** The row that belongs to the history at hand. */
async function resolve(store: SessionStateStore, scope: SessionScope, find: FindInHistory): Promise<Row> {
	for (let attempt = 1; ; attempt += 1) {
		const own = await loadRow(store, scope, 0);
		if (own.state === undefined || fateOf(own.state, find) === "same") return own;
		const all = [own, ...(await loadRows(store, scope, 1))];
		const row = choose(all, find);
		if (row !== undefined) return row;
		const fork = await openFork(store, scope, all, find);
		if (fork !== undefined) return fork;
		// Others were faster each time: this turn goes without a memory, and what it would save is refused.
		if (attempt === maxAttempts) return { scope: branchScope(scope, 1), state: undefined };
	}
}

/**
 * The row whose absorbed messages were changed in place: what is remembered of the old text must go. Else the row that has absorbed the most of this
 * history; else one whose last absorbed message has moved, as when another was removed; else the thread's own when it is empty.
 */
function choose(rows: readonly Row[], find: FindInHistory): Row | undefined {
	const having = (fate: Fate) => rows.filter(({ state }) => fateOf(state, find) === fate);
	const longest = having("same").toSorted((left, right) => countOf(right) - countOf(left))[0];
	return having("edited")[0] ?? longest ?? having("moved")[0] ?? (rows[0]?.state?.cursor === undefined ? rows[0] : undefined);
}

function countOf({ state }: Row): number {
	return state?.absorbedCount ?? 0;
}

/** How what a memory absorbed relates to a history: `other` when its last message is not in it. */
type Fate = "empty" | "same" | "edited" | "moved" | "other";

function fateOf(memory: FoldedMemory | undefined, find: FindInHistory): Fate {
	if (memory?.cursor === undefined) return "empty";
	const found = find(memory.cursor.id);
	if (found === undefined) return "other";
	if (found.digest === memory.absorbedDigest) return "same";
	return found.place === memory.absorbedCount ? "edited" : "moved";
}

/** Takes a row that is free and starts it with the longest memory of any branch that this history shares. @returns undefined when another was faster. */
async function openFork(store: SessionStateStore, scope: SessionScope, rows: readonly Row[], find: FindInHistory): Promise<Row | undefined> {
	const free = rows.find(({ state }) => state?.cursor === undefined);
	const fork = free ?? { scope: branchScope(scope, Math.min(rows.length, maxRows - 1)), state: rows[maxRows - 1]?.state };
	const parent = rows[0]?.state;
	const shared = await longestShared(store, rows, find);
	if (parent === undefined || (shared === undefined && Object.keys(parent.overrides).length === 0)) return fork;
	const expected = fork.state === undefined ? "absent" : { incarnation: fork.state.incarnation, version: fork.state.version };
	const result = await store.save(fork.scope, rewindDraft(parent, shared), { expected });
	return result.saved ? { scope: fork.scope, state: result.state } : undefined;
}

async function longestShared(store: SessionStateStore, rows: readonly Row[], find: FindInHistory): Promise<FoldedMemory | undefined> {
	const records = await Promise.all(rows.map(async ({ scope }) => (await store.journal?.list(scope)) ?? []));
	const snapshots = records.flat().flatMap(({ snapshot }) => (snapshot === undefined ? [] : [snapshot]));
	return snapshots.toSorted((left, right) => right.absorbedCount - left.absorbedCount).find((snapshot) => fateOf(snapshot, find) === "same");
}

async function loadRow(store: SessionStateStore, scope: SessionScope, place: number): Promise<Row> {
	const row = branchScope(scope, place);
	return { scope: row, state: await store.load(row) };
}

/** The rows from `first` on, up to the first that is not there. */
async function loadRows(store: SessionStateStore, scope: SessionScope, first: number): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (let place = first; place < maxRows; place += 1) {
		const row = await loadRow(store, scope, place);
		if (row.state === undefined) break;
		rows.push(row);
	}
	return rows;
}
