import {
	type FoldRecord,
	type SaveOptions,
	type SessionMemoryDraft,
	type SessionMemoryState,
	type SessionScope,
	type SessionStateStore,
	scopeKey,
} from "@foldback/session-compressor";
import { createMemoryStateStore, createMessageLog, type MessageLog } from "@foldback/session-compressor/memory";
import { expect } from "./fixtures.ts";
import type { OpenedMemory } from "./harness.ts";
import { openReference } from "./model/reference.ts";

/** A store that does one thing wrong, and a part of the name of a case that must find out. */
export interface BrokenStore {
	readonly name: string;
	readonly found: string;
	open(): OpenedMemory;
}

type Break = (store: SessionStateStore, log: MessageLog) => Partial<SessionStateStore>;

function broken(name: string, found: string, part: Break): BrokenStore {
	const open = () => {
		const log = createMessageLog({ now: Date.now });
		const opened = openReference(log);
		return { ...opened, store: { ...opened.store, ...part(opened.store, log) } };
	};
	return { name, found, open };
}

/** A store whose saves get other options than their callers gave. */
function misreading(
	name: string,
	found: string,
	read: (current: SessionMemoryState | undefined, options: SaveOptions, scope: SessionScope, log: MessageLog) => SaveOptions,
): BrokenStore {
	return broken(name, found, (store, log) => ({
		save: async (scope, next, options) => await store.save(scope, next, read(await store.load(scope), options, scope, log)),
	}));
}

/** Whatever is there is replaced, batch or no batch. */
function overwriting(current: SessionMemoryState | undefined, options: SaveOptions): SaveOptions {
	return isExpected(current, options) ? options : { expected: expect(current) };
}

function isExpected(current: SessionMemoryState | undefined, { expected }: SaveOptions): boolean {
	return JSON.stringify(expect(current)) === JSON.stringify(expected);
}

const byVersionAlone = ({ expected, ...options }: SaveOptions, current: SessionMemoryState | undefined): SaveOptions => {
	const sameVersion = expected !== "absent" && current?.version === expected.version;
	return { ...options, expected: sameVersion ? expect(current) : expected };
};

function withCurrentRevisions({ batch, ...options }: SaveOptions, scope: SessionScope, log: MessageLog): SaveOptions {
	if (!batch) return options;
	const revisions = new Map(log.rows(scope).map((row) => [row.id, row.revision]));
	return { ...options, batch: { ...batch, rows: batch.rows.map(({ id, revision }) => ({ id, revision: revisions.get(id) ?? revision })) } };
}

/** Takes rows into the batch that are in its range now, as long as its own are there too. */
async function withInsertedRows({ batch, ...options }: SaveOptions, scope: SessionScope, log: MessageLog): Promise<SaveOptions> {
	if (!batch) return options;
	const after = await log.source.after(scope, batch.after, 1_000);
	const end = after.findIndex((row) => row.id === batch.through.id) + 1;
	const rows = after.slice(0, end).map(({ id, revision }) => ({ id, revision }));
	const complete = batch.rows.every((row) => rows.some((other) => other.id === row.id && other.revision === row.revision));
	return { ...options, batch: complete ? { ...batch, rows } : batch };
}

export const brokenSaves: readonly BrokenStore[] = [
	misreading("the last writer wins", "of two first saves the second is refused", (current, options) => overwriting(current, options)),
	misreading("incarnations are not compared", "a fold of rows 21 to 40 loses", (current, options) => byVersionAlone(options, current)),
	misreading("versions are not compared", "a save must name the version", (current, options) => ({
		...options,
		expected: options.expected !== "absent" && current?.incarnation === options.expected.incarnation ? expect(current) : options.expected,
	})),
	misreading("revisions are not compared", "a row was edited there and back", (_current, options, scope, log) => withCurrentRevisions(options, scope, log)),
	broken("inserted rows are not seen", "a row was imported between its rows", (store, log) => ({
		save: async (scope, next, options) => await store.save(scope, next, await withInsertedRows(options, scope, log)),
	})),
	broken("the range is not checked", "a row in it was deleted", (store, log) => ({
		save: async (scope, next, options) => await store.save(scope, next, await asStored(options, scope, log)),
	})),
	broken("check and write are two steps", "of 20 first saves at once", (store) => ({
		save: async (scope, next, options) => await saveInTwoSteps(store, scope, next, options),
	})),
	broken("a refused save is journalled as saved", "of 20 folds at once", (store) => journallingRefusals(store)),
	broken("a rebuild goes on with the old incarnation", "is a rebuild", (store) => continuingRebuilds(store)),
	broken("delete leaves the journal", "delete removes state and journal", (store) => keepingJournals(store)),
	broken("states are given out uncloned", "a state that it was given", (store) => givingTheSame(store)),
	broken("drafts are kept uncloned", "a draft after handing it over", (store) => keepingDrafts(store)),
	broken("values are copied by assignment", "__proto__ and constructor too", (store) => ({
		load: async (scope) => copiedByAssignment(await store.load(scope)),
	})),
	broken("texts end at NUL", "texts come back unit for unit", (store) => ({ load: async (scope) => cutAtNul(await store.load(scope)) })),
	broken("states are kept for scopes without rows", "nothing is written for a session that has no rows", (store) => writingAnywhere(store)),
	broken("the journal is listed oldest first", "listed newest first", (store) => ({
		journal: {
			append: async (...call) => await store.journal?.append(...call),
			list: async (...call) => ((await store.journal?.list(...call)) ?? []).toReversed(),
		},
	})),
	broken("the journal is not bounded", "the journal keeps the newest 50", (store) => remembering(store)),
	broken("a save merges into what is there", "what it leaves out is gone", (store) => ({
		save: async (scope, next, options) => await store.save(scope, { ...next, pinned: { ...(await store.load(scope))?.pinned, ...next.pinned } }, options),
	})),
];

async function asStored(options: SaveOptions, scope: SessionScope, log: MessageLog): Promise<SaveOptions> {
	if (!options.batch) return options;
	const rows = await log.source.after(scope, options.batch.after, 1_000);
	const within = rows.filter((row) => (row.timestampMs ?? 0) <= (options.batch?.through.timestampMs ?? 0));
	return { ...options, batch: { ...options.batch, rows: within.map(({ id, revision }) => ({ id, revision })) } };
}

/** Looks first and writes later, as stores do whose check is not part of the write. */
async function saveInTwoSteps(
	store: SessionStateStore,
	scope: SessionScope,
	next: SessionMemoryDraft,
	options: SaveOptions,
): ReturnType<SessionStateStore["save"]> {
	if (!isExpected(await store.load(scope), options)) return { saved: false, reason: "conflict" };
	await new Promise(setImmediate);
	let result = await store.save(scope, next, options);
	while (!result.saved && result.reason === "conflict") result = await store.save(scope, next, overwriting(await store.load(scope), options));
	return result;
}

function journallingRefusals(store: SessionStateStore): Partial<SessionStateStore> {
	return {
		save: async (scope, next, options) => {
			const result = await store.save(scope, next, options);
			const { batch, fold } = options;
			if (!result.saved && batch && fold) await store.journal?.append(scope, { ...fold, ...batch, outcome: "lost", code: result.reason });
			return result;
		},
	};
}

function continuingRebuilds(store: SessionStateStore): Partial<SessionStateStore> {
	const incarnations = new Map<string, string>();
	const asBefore = (scope: SessionScope, state: SessionMemoryState): SessionMemoryState => {
		const incarnation = incarnations.get(scopeKey(scope)) ?? state.incarnation;
		incarnations.set(scopeKey(scope), incarnation);
		return { ...state, incarnation };
	};
	return {
		load: async (scope) => {
			const state = await store.load(scope);
			return state && asBefore(scope, state);
		},
		save: async (scope, next, options) => {
			const result = await store.save(scope, next, { ...options, expected: expect(await store.load(scope)) });
			return result.saved ? { saved: true, state: asBefore(scope, result.state) } : result;
		},
	};
}

function keepingJournals(store: SessionStateStore): Partial<SessionStateStore> {
	const left = new Map<string, readonly FoldRecord[]>();
	const list = async (scope: SessionScope) => [...((await store.journal?.list(scope)) ?? []), ...(left.get(scopeKey(scope)) ?? [])];
	return {
		delete: async (scope) => {
			left.set(scopeKey(scope), await list(scope));
			return await store.delete(scope);
		},
		journal: { append: async (...call) => await store.journal?.append(...call), list },
	};
}

function givingTheSame(store: SessionStateStore): Partial<SessionStateStore> {
	const given = new Map<string, SessionMemoryState>();
	return {
		load: async (scope) => {
			const state = await store.load(scope);
			const key = `${state?.incarnation} ${state?.version}`;
			if (state && !given.has(key)) given.set(key, state);
			return given.get(key);
		},
	};
}

function keepingDrafts(store: SessionStateStore): Partial<SessionStateStore> {
	const kept = new Map<string, SessionMemoryDraft>();
	return {
		load: async (scope) => {
			const state = await store.load(scope);
			return state && { ...state, ...kept.get(`${state.incarnation} ${state.version}`) };
		},
		save: async (scope, next, options) => {
			const result = await store.save(scope, next, options);
			if (result.saved) kept.set(`${result.state.incarnation} ${result.state.version}`, next);
			return result;
		},
	};
}

function copiedByAssignment(state: SessionMemoryState | undefined): SessionMemoryState | undefined {
	if (!state) return undefined;
	const pinned: Record<string, string> = {};
	for (const [name, value] of Object.entries(state.pinned)) pinned[name] = value;
	return { ...state, pinned };
}

function cutAtNul(state: SessionMemoryState | undefined): SessionMemoryState | undefined {
	return state && { ...state, summary: state.summary.split("\0")[0] ?? "" };
}

/** Falls back to a store that sees no rows. */
function writingAnywhere(store: SessionStateStore): Partial<SessionStateStore> {
	const blind = createMemoryStateStore({ now: Date.now });
	return {
		load: async (scope) => (await store.load(scope)) ?? (await blind.load(scope)),
		save: async (scope, next, options) => {
			const result = await store.save(scope, next, options);
			return result.saved || result.reason !== "no-rows" ? result : await blind.save(scope, next, options);
		},
	};
}

/** Keeps every journal record for ever. */
function remembering(store: SessionStateStore): Partial<SessionStateStore> {
	const records: FoldRecord[] = [];
	const remember = async (scope: SessionScope) => records.unshift(...((await store.journal?.list(scope, { limit: 1 })) ?? []));
	return {
		save: async (scope, next, options) => {
			const result = await store.save(scope, next, options);
			if (result.saved) await remember(scope);
			return result;
		},
		journal: {
			append: async (scope, attempt) => {
				await store.journal?.append(scope, attempt);
				await remember(scope);
			},
			list: async (_scope, { limit = 100 } = {}) => records.slice(0, limit),
		},
	};
}
