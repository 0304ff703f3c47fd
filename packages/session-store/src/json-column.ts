import type { Json } from "./records.ts";
import { StoreError } from "./store-error.ts";

/** Where a value is stored: `row` tells which row in words. */
export interface ColumnPlace {
	readonly table: string;
	readonly column: string;
	readonly row: string;
}

/** @returns the JSON object in a column. @throws StoreError `bad-value` when the text is anything else. */
export function readJsonObject(text: string, place: ColumnPlace): { readonly [key: string]: Json } {
	const value = parse(text, place);
	if (value === null || typeof value !== "object" || isArray(value)) throw badValue(place, "a JSON object");
	return value;
}

/** @returns the JSON array in a column. @throws StoreError `bad-value` when the text is anything else. */
export function readJsonArray(text: string, place: ColumnPlace): readonly Json[] {
	const value = parse(text, place);
	if (!isArray(value)) throw badValue(place, "a JSON array");
	return value;
}

/** @returns the array of strings in a column. @throws StoreError `bad-value` when the text is anything else. */
export function readStrings(text: string, place: ColumnPlace): readonly string[] {
	return readJsonArray(text, place).map((item) => {
		if (typeof item !== "string") throw badValue(place, "a JSON array of strings");
		return item;
	});
}

/** @returns the string-to-string object in a column. @throws StoreError `bad-value` when the text is anything else. */
export function readStringRecord(text: string, place: ColumnPlace): Readonly<Record<string, string>> {
	const entries = Object.entries(readJsonObject(text, place)).map(([key, item]): [string, string] => {
		if (typeof item !== "string") throw badValue(place, "a JSON object of strings");
		return [key, item];
	});
	return Object.fromEntries(entries);
}

/** @returns a copy that is written to a column as the value itself would be. For small values faster than `structuredClone`. */
export function copiedJson<Value extends Json>(value: Value): Value {
	// JSON.parse of what JSON.stringify wrote of a JSON value has its type.
	return JSON.parse(JSON.stringify(value)) as Value;
}

export function badValue(place: ColumnPlace, wanted: string, cause?: unknown): StoreError {
	const remedy = place.table.startsWith("session_memory_")
		? "Delete this session's memory (it is folded again from the messages) or restore the database from a backup."
		: "Correct the value or restore the database from a backup.";
	return new StoreError("bad-value", `${place.table}.${place.column} of ${place.row} does not hold ${wanted}. ${remedy}`, { cause });
}

function parse(text: string, place: ColumnPlace): Json {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw badValue(place, "valid JSON", cause);
	}
}

function isArray(value: Json): value is readonly Json[] {
	return Array.isArray(value);
}
