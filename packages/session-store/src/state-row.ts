import type { Cursor, FoldedMemory, KnownKey, SessionMemoryDraft, SessionMemoryState, SessionScope } from "@foldback/session-compressor";
import { badValue, readJsonArray, readStringRecord } from "./json-column.ts";
import type { Json } from "./records.ts";

/** A row of table `session_memory_state`, the same in every dialect. */
export interface StateRow extends SessionScope {
	readonly summary: string;
	/** JSON object of strings, as are the overrides. */
	readonly pinned: string;
	readonly overrides: string;
	/** JSON array of known keys. */
	readonly knownKeys: string;
	/** `''` when nothing is absorbed. */
	readonly coveredUntilMessageId: string;
	readonly coveredUntilTimestamp: number;
	readonly absorbedCount: number;
	/** `''` when there is none. */
	readonly absorbedDigest: string;
	readonly summaryModel: string;
	readonly incarnation: string;
	readonly version: number;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** The columns that a draft fills. */
export type DraftColumns = Omit<StateRow, keyof SessionScope | "incarnation" | "version" | "createdAt" | "updatedAt">;

export function draftColumns(draft: SessionMemoryDraft): DraftColumns {
	return {
		summary: draft.summary.toWellFormed(),
		pinned: JSON.stringify(draft.pinned),
		overrides: JSON.stringify(draft.overrides),
		knownKeys: JSON.stringify(draft.knownKeys),
		coveredUntilMessageId: draft.cursor?.id ?? "",
		coveredUntilTimestamp: draft.cursor?.timestampMs ?? 0,
		absorbedCount: draft.absorbedCount,
		absorbedDigest: draft.absorbedDigest ?? "",
		summaryModel: draft.summaryModel.toWellFormed(),
	};
}

/** @throws StoreError `bad-value` when a JSON column does not hold what it should. */
export function toState(row: StateRow): SessionMemoryState {
	return {
		summary: row.summary,
		pinned: readStringRecord(row.pinned, place(row, "pinned")),
		overrides: readStringRecord(row.overrides, place(row, "overrides")),
		knownKeys: readJsonArray(row.knownKeys, place(row, "known_keys")).map((key) => knownKey(key, row)),
		cursor: row.coveredUntilMessageId === "" ? undefined : { timestampMs: row.coveredUntilTimestamp, id: row.coveredUntilMessageId },
		absorbedCount: row.absorbedCount,
		...(row.absorbedDigest === "" ? {} : { absorbedDigest: row.absorbedDigest }),
		summaryModel: row.summaryModel,
		incarnation: row.incarnation,
		version: row.version,
		createdAtMs: row.createdAt,
		updatedAtMs: row.updatedAt,
	};
}

/** The part of a state that a fold made, which is what a snapshot holds. */
export function foldedMemory(draft: FoldedMemory): FoldedMemory {
	const { summary, pinned, cursor, absorbedCount, absorbedDigest, summaryModel } = draft;
	return { summary, pinned, cursor, absorbedCount, ...(absorbedDigest === undefined ? {} : { absorbedDigest }), summaryModel };
}

function knownKey(key: Json, row: StateRow): KnownKey {
	const { name, description, notAskedThrough } = fields(key);
	if (typeof name !== "string" || typeof description !== "string") throw badValue(place(row, "known_keys"), "known keys with a name and a description");
	const cursor = toCursor(notAskedThrough);
	return { name, description, ...(cursor ? { notAskedThrough: cursor } : {}) };
}

/** @returns the cursor in a JSON value, or undefined when it is none. */
export function toCursor(value: Json | undefined): Cursor | undefined {
	const { timestampMs, id } = fields(value);
	return typeof timestampMs === "number" && typeof id === "string" ? { timestampMs, id } : undefined;
}

function fields(value: Json | undefined): { readonly [key: string]: Json | undefined } {
	// A JSON array is an object without these names, so its fields read as undefined.
	return typeof value === "object" && value !== null ? (value as { readonly [key: string]: Json }) : {};
}

function place(row: StateRow, column: string) {
	return { table: "session_memory_state", column, row: `flow ${row.flowId}, session ${JSON.stringify(row.sessionId)}` };
}
