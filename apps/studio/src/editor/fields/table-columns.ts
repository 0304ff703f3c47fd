import { isJsonObject, type Json, type JsonObject } from "@foldback/flow-runtime/flow-json";
import { own, textAt } from "../flow/document.ts";
import { namedEntries, names } from "../flow/field.ts";

export interface TableColumn {
	readonly name: string;
	readonly displayName: string;
	readonly type: "text" | "boolean";
	readonly options: readonly string[];
	readonly initial: Json;
}

/** The columns of a table field: its schema's (a list, or an object with `columns`), else those that its rows have, else key and value. */
export function columnsOf(entry: JsonObject, rows: readonly JsonObject[]): readonly TableColumn[] {
	const schema = own(entry, "table_schema");
	const columns = namedEntries(isJsonObject(schema) ? own(schema, "columns") : schema);
	if (columns.length > 0) return columns.map(readColumn);
	const found = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return (found.length > 0 ? found : ["key", "value"]).map((name) => readColumn({ name }));
}

export function emptyRow(columns: readonly TableColumn[]): JsonObject {
	return Object.fromEntries(columns.map(({ name, initial }) => [name, initial]));
}

function readColumn(column: JsonObject): TableColumn {
	const name = textAt(column, "name");
	const isBoolean = ["bool", "boolean"].includes(textAt(column, "type"));
	const initial = own(column, "default") ?? "";
	return {
		name,
		displayName: textAt(column, "display_name") || name,
		type: isBoolean ? "boolean" : "text",
		options: names(own(column, "options")),
		initial: isBoolean ? initial === true || initial === "True" : initial,
	};
}
