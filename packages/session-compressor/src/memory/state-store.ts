import { compareCursors } from "../cursor.ts";
import type { FailedFold, FoldJournal, FoldRecord } from "../fold-journal.ts";
import type { SessionScope } from "../scope.ts";
import type { ExpectedState, HistoryBatch, SaveOptions, SaveResult, SessionStateStore } from "../session-state-store.ts";
import type { FoldedMemory, SessionMemoryDraft, SessionMemoryState } from "../state.ts";
import { invalidate } from "./invalidate.ts";
import type { MessageLog } from "./message-log.ts";
import { isEligible, readsContext } from "./message-table.ts";
import { addRecord, findEntry, needEntry, removeEntry, type StateTable } from "./state-table.ts";

export interface MemoryStateStoreOptions {
	/** The message rows, when the store may see them: then it checks the history. */
	readonly log?: MessageLog;
	/** Epoch milliseconds. */
	readonly now: () => number;
	/** Gives incarnations, never the same one twice; UUIDs by default. */
	readonly newId?: () => string;
}

/** The reference `SessionStateStore`, in memory: every call and every write of the log is one synchronous step. */
export function createMemoryStateStore(options: MemoryStateStoreOptions): SessionStateStore & { readonly journal: FoldJournal } {
	const { log, now, newId = () => crypto.randomUUID() } = options;
	const host: Host = { table: new Map(), log, now, newId, records: 0 };
	log?.onWrite((write) => invalidate(host.table, write, { log, now, newId }));
	return {
		...(log ? { checksHistory: true } : {}),
		load: async (scope) => structuredClone(findEntry(host.table, scope)?.state),
		save: async (scope, next, saveOptions) => structuredClone(save(host, scope, structuredClone(next), structuredClone(saveOptions))),
		delete: async (scope) => removeEntry(host.table, scope),
		journal: {
			append: async (scope, attempt) => appendAttempt(host, scope, structuredClone(attempt)),
			list: async (scope, { limit = 100 } = {}) => structuredClone((findEntry(host.table, scope)?.records ?? []).toReversed().slice(0, limit)),
		},
	};
}

interface Host {
	readonly table: StateTable;
	readonly log: MessageLog | undefined;
	readonly now: () => number;
	readonly newId: () => string;
	/** Journal records given so far. */
	records: number;
}

function save(host: Host, scope: SessionScope, next: SessionMemoryDraft, options: SaveOptions): SaveResult {
	const current = findEntry(host.table, scope)?.state;
	checkBatch(next, options);
	if (!isExpected(current, options.expected)) return { saved: false, reason: "conflict" };
	if (options.batch) checkStart(current, options.batch);
	if (host.log && !host.log.hasRows(scope)) return { saved: false, reason: "no-rows" };
	if (host.log && options.batch && !isHistory(host.log, scope, options.batch)) return { saved: false, reason: "stale-history" };
	const entry = needEntry(host.table, scope);
	const rebuilt = current?.cursor !== undefined && next.cursor === undefined;
	if (rebuilt) entry.records = entry.records.filter((record) => !record.snapshot);
	entry.state = nextState(host, current, next, rebuilt);
	if (options.batch && options.fold) {
		const { after, through } = options.batch;
		addRecord(entry, { ...recordHead(host), ...options.fold, after, through, snapshot: foldedMemory(next) });
	}
	return { saved: true, state: entry.state };
}

function checkBatch(next: SessionMemoryDraft, { batch, fold }: SaveOptions): void {
	if ((batch === undefined) !== (fold === undefined))
		throw new Error("A save has a batch or a fold report alone: give both for a fold, neither for a change by hand.");
	if (batch && (!next.cursor || compareCursors(next.cursor, batch.through) !== 0)) {
		throw new Error(`The draft's cursor ${JSON.stringify(next.cursor)} is not the end of its batch ${JSON.stringify(batch.through)}: set it to the last row.`);
	}
}

/** A batch that starts elsewhere than the state that it is folded onto ends would leave a hole, or absorb rows twice. */
function checkStart(current: SessionMemoryState | undefined, { after }: HistoryBatch): void {
	const cursor = current?.cursor;
	if (after === undefined && cursor === undefined) return;
	if (after && cursor && compareCursors(after, cursor) === 0) return;
	throw new Error(
		`The batch starts after ${JSON.stringify(after)} and the state ends at ${JSON.stringify(cursor)}: read the batch from the state's cursor on.`,
	);
}

function isExpected(current: SessionMemoryState | undefined, expected: ExpectedState): boolean {
	if (expected === "absent") return current === undefined;
	return current?.incarnation === expected.incarnation && current.version === expected.version;
}

/** Whether the eligible rows in `(after, through]` are exactly those of the batch, with the same revisions. */
function isHistory(log: MessageLog, scope: SessionScope, { after, through, rows }: HistoryBatch): boolean {
	const stored = log
		.rows(scope)
		.filter((row) => readsContext(scope, row.contextId) && isEligible(row))
		.filter((row) => (!after || compareCursors(row, after) > 0) && compareCursors(row, through) <= 0);
	return stored.length === rows.length && stored.every((row, index) => row.id === rows[index]?.id && row.revision === rows[index]?.revision);
}

function nextState(host: Host, current: SessionMemoryState | undefined, next: SessionMemoryDraft, rebuilt: boolean): SessionMemoryState {
	const { incarnation, version } =
		current && !rebuilt ? { incarnation: current.incarnation, version: current.version + 1 } : { incarnation: host.newId(), version: 1 };
	const updatedAtMs = host.now();
	return {
		...foldedMemory(next),
		overrides: next.overrides,
		knownKeys: next.knownKeys,
		incarnation,
		version,
		createdAtMs: current?.createdAtMs ?? updatedAtMs,
		updatedAtMs,
	};
}

function foldedMemory({ summary, pinned, cursor, absorbedCount, absorbedDigest, summaryModel }: FoldedMemory): FoldedMemory {
	return { summary, pinned, cursor, absorbedCount, ...(absorbedDigest === undefined ? {} : { absorbedDigest }), summaryModel };
}

function appendAttempt(host: Host, scope: SessionScope, attempt: FailedFold): void {
	if (host.log && !host.log.hasRows(scope)) return;
	addRecord(needEntry(host.table, scope), { ...recordHead(host), ...attempt });
}

function recordHead(host: Host): Pick<FoldRecord, "id" | "atMs"> {
	host.records++;
	return { id: String(host.records).padStart(12, "0"), atMs: host.now() };
}
