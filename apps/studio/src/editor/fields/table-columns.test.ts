import { expect, test } from "vitest";
import { columnsOf, emptyRow } from "./table-columns.ts";

const schema = [
	{ name: "name", display_name: "Name", type: "str", default: "field" },
	{ name: "many", display_name: "As List", type: "boolean", default: "False" },
	{ name: "type", type: "str", default: "str", options: ["str", "int"] },
];

test.each([
	["a list", { table_schema: schema }],
	["an object with columns", { table_schema: { columns: schema } }],
])("columns come from the schema: %s", (_how, entry) => {
	const columns = columnsOf(entry, []);
	expect(columns.map(({ displayName, type }) => [displayName, type])).toEqual([
		["Name", "text"],
		["As List", "boolean"],
		["type", "text"],
	]);
	expect(emptyRow(columns)).toEqual({ name: "field", many: false, type: "str" });
});

test("without a schema from the rows, else key and value", () => {
	expect(columnsOf({}, [{ a: 1 }, { b: 2 }]).map(({ name }) => name)).toEqual(["a", "b"]);
	expect(columnsOf({}, []).map(({ name }) => name)).toEqual(["key", "value"]);
});
