import type { Engine, Turn } from "./engine.ts";
import { loadState } from "./load-state.ts";
import type { SessionMessage } from "./message.ts";
import { recentWindowStart } from "./recent-window.ts";
import type { SessionScope } from "./scope.ts";
import type { SessionMemoryState } from "./state.ts";
import { leadingContinuations } from "./turn-boundaries.ts";

/** A scope's memory and the rows around it, as read for one turn; the current input is in none of them. */
export interface Reading {
	/** False: without a usable state; then the newest N are all there is. */
	readonly loaded: boolean;
	readonly state: SessionMemoryState | undefined;
	/** What a view may show, ascending: the unabsorbed rows and the recent window. */
	readonly rows: readonly SessionMessage[];
	/** Leading entries of `rows` that the state has absorbed. */
	readonly absorbed: number;
	/** Where the recent window starts in `rows`. */
	readonly windowStart: number;
	/** The oldest rows after the cursor, ascending, at most N + maxBatch + 1. */
	readonly waiting: readonly SessionMessage[];
	/** More rows wait than were read: `rows` are only the newest of them. */
	readonly overflow: boolean;
}

/** Reads the state, the newest N rows and the rows after the cursor. Throws only when the message source does. */
export async function readHistory(engine: Engine, scope: SessionScope, turn: Turn): Promise<Reading> {
	const loaded = await loadState(engine, scope);
	const newest = await engine.source.newest(scope, turn.recentMessages, excluding(turn));
	const nothing = { loaded: loaded.ok, state: undefined, absorbed: 0, windowStart: 0, waiting: [] };
	if (!loaded.ok) return await trim(engine, scope, turn, { ...nothing, rows: newest, waiting: newest, overflow: newest.length >= turn.recentMessages });
	const { state } = loaded;
	const waiting = await engine.source.after(scope, state?.cursor, viewLimit(engine, turn) + 1, excluding(turn));
	if (waiting.length > viewLimit(engine, turn)) {
		const rows = await engine.source.newest(scope, viewLimit(engine, turn), excluding(turn));
		return await trim(engine, scope, turn, { ...nothing, state, rows, waiting, overflow: true });
	}
	const rows = joinRows(newest, waiting, turn.recentMessages);
	return await trim(engine, scope, turn, { ...nothing, state, rows, absorbed: rows.length - waiting.length, waiting, overflow: false });
}

/** Verbatim messages in one view at most. */
export function viewLimit(engine: Engine, turn: Turn): number {
	return turn.recentMessages + engine.folding.maxBatch;
}

/** The read options that leave the current input out. */
function excluding(turn: Turn): { readonly exclude?: string } {
	return turn.exclude === undefined ? {} : { exclude: turn.exclude };
}

/** How many of the rows in view the state has not absorbed are older than the recent window. */
export function backlogInRows(reading: Reading): number {
	return Math.max(0, reading.windowStart - reading.absorbed);
}

/** `waiting` was read last and is complete: of `newest` only the rows before it count. */
function joinRows(newest: readonly SessionMessage[], waiting: readonly SessionMessage[], recentMessages: number): readonly SessionMessage[] {
	if (waiting.length >= recentMessages) return waiting;
	const ids = new Set(waiting.map((row) => row.id));
	const common = newest.findIndex((row) => ids.has(row.id));
	return [...(common < 0 ? newest : newest.slice(0, common)), ...waiting];
}

/** Finds the recent window; leaves out absorbed rows older than it, and rows that continue a message which is not there. */
async function trim(engine: Engine, scope: SessionScope, turn: Turn, reading: Reading): Promise<Reading> {
	const { recentTokens } = engine.folding;
	const limits = { recentMessages: turn.recentMessages, ...(recentTokens === undefined ? {} : { recentTokens }) };
	const windowStart = recentWindowStart(reading.rows, limits, engine.countTokens);
	const older = Math.min(windowStart, reading.absorbed);
	const torn = leadingContinuations(reading.rows.slice(older));
	if (older + torn === reading.rows.length && torn > 0) return await wholeTurn(engine, scope, turn, reading);
	const removed = older + torn;
	return {
		...reading,
		rows: reading.rows.slice(removed),
		absorbed: Math.max(0, reading.absorbed - removed),
		windowStart: Math.max(0, windowStart - removed),
	};
}

/** The newest N are all one turn's later part: reads further back for its start, and shows nothing when that is too far. */
async function wholeTurn(engine: Engine, scope: SessionScope, turn: Turn, reading: Reading): Promise<Reading> {
	const further = await engine.source.newest(scope, viewLimit(engine, turn), excluding(turn));
	const start = further.findLastIndex((row) => row.continues !== true);
	const rows = start < 0 ? [] : further.slice(start);
	const ids = new Set(reading.waiting.map((row) => row.id));
	const absorbed = reading.overflow ? 0 : rows.filter((row) => !ids.has(row.id)).length;
	return { ...reading, rows, absorbed, windowStart: 0 };
}
