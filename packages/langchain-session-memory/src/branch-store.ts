import type { FoldedMemory, FoldJournal, MessageSource, SessionMemoryState, SessionScope, SessionStateStore } from "@foldback/session-compressor";
import { rewindDraft } from "@foldback/session-compressor";

/** Rows of one thread at most: its own and those of its forks. With all in use the last one is folded again for each new fork. */
const maxRows = 32;
const maxAttempts = 3;

/** Reads a history for a scope object; it must be the very object that the compressor was given. */
export type HistoryOf = (scope: SessionScope) => Required<Pick<MessageSource, "digest">>;

interface Row {
	readonly scope: SessionScope;
	readonly state: SessionMemoryState | undefined;
}

/**
 * A thread's memory with its branches: the thread's own row, and a row for each fork, told apart by which of them was made from the history at hand
 * (see docs/decisions). A row of another branch is never written.
 * @param store any state store that does not check the history itself
 */
export function createBranchStore(store: SessionStateStore, historyOf: HistoryOf): SessionStateStore {
	const rows = new WeakMap<SessionScope, SessionScope>();
	const rowOf = (scope: SessionScope) => rows.get(scope) ?? branchScope(scope, 0);
	const { journal } = store;
	return {
		async load(scope) {
			const row = await resolve(store, scope, (through) => historyOf(scope).digest(scope, through));
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

type DigestAt = (through: NonNullable<FoldedMemory["cursor"]>) => Promise<string | undefined>;

/** The row that belongs to the history at hand. */
async function resolve(store: SessionStateStore, scope: SessionScope, digestAt: DigestAt): Promise<Row> {
	for (let attempt = 1; ; attempt += 1) {
		const own = await loadRow(store, scope, 0);
		if (own.state === undefined || (own.state.cursor && (await absorbed(own.state, digestAt)) === "same")) return own;
		const all = [own, ...(await loadRows(store, scope, 1))];
		const row = await choose(all, digestAt);
		if (row !== undefined) return row;
		const fork = await openFork(store, scope, all, digestAt);
		if (fork !== undefined) return fork;
		// Others were faster each time: this turn goes without a memory, and what it would save is refused.
		if (attempt === maxAttempts) return { scope: branchScope(scope, 1), state: undefined };
	}
}

/**
 * The row that has absorbed the most of this history; else one whose absorbed messages were changed in place (its last one is still there): that is no
 * fork, and what is remembered of the old text must go; else the thread's own when it is empty.
 */
async function choose(rows: readonly Row[], digestAt: DigestAt): Promise<Row | undefined> {
	const fates = await Promise.all(rows.map(async (row) => ({ row, fate: await absorbed(row.state, digestAt) })));
	const same = fates.filter(({ row, fate }) => fate === "same" && row.state?.cursor !== undefined);
	const longest = same.toSorted((left, right) => countOf(right.row) - countOf(left.row))[0];
	const empty = fates[0]?.row.state?.cursor === undefined ? fates[0] : undefined;
	return (longest ?? fates.find(({ fate }) => fate === "changed") ?? empty)?.row;
}

function countOf({ state }: Row): number {
	return state?.absorbedCount ?? 0;
}

/** How what a memory absorbed relates to the history at hand: `other` when its last message is not in it. */
async function absorbed(memory: FoldedMemory | undefined, digestAt: DigestAt): Promise<"same" | "changed" | "other"> {
	if (memory?.cursor === undefined) return "same";
	const digest = await digestAt(memory.cursor);
	if (digest === undefined) return "other";
	return digest === memory.absorbedDigest ? "same" : "changed";
}

/** Takes a row that is free and starts it with the longest memory of any branch that this history shares. @returns undefined when another was faster. */
async function openFork(store: SessionStateStore, scope: SessionScope, rows: readonly Row[], digestAt: DigestAt): Promise<Row | undefined> {
	const free = rows.find(({ state }) => state?.cursor === undefined);
	const fork = free ?? { scope: branchScope(scope, Math.min(rows.length, maxRows - 1)), state: rows[maxRows - 1]?.state };
	const parent = rows[0]?.state;
	const shared = await longestShared(store, rows, digestAt);
	if (parent === undefined || (shared === undefined && Object.keys(parent.overrides).length === 0)) return fork;
	const expected = fork.state === undefined ? "absent" : { incarnation: fork.state.incarnation, version: fork.state.version };
	const result = await store.save(fork.scope, rewindDraft(parent, shared), { expected });
	return result.saved ? { scope: fork.scope, state: result.state } : undefined;
}

async function longestShared(store: SessionStateStore, rows: readonly Row[], digestAt: DigestAt): Promise<FoldedMemory | undefined> {
	const records = await Promise.all(rows.map(({ scope }) => store.journal?.list(scope) ?? []));
	const snapshots = records.flat().flatMap(({ snapshot }) => (snapshot === undefined ? [] : [snapshot]));
	for (const snapshot of snapshots.toSorted((left, right) => right.absorbedCount - left.absorbedCount)) {
		if (snapshot.cursor !== undefined && (await absorbed(snapshot, digestAt)) === "same") return snapshot;
	}
	return undefined;
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
