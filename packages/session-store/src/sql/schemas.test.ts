import { type PgTable, getTableConfig as postgresConfig } from "drizzle-orm/pg-core";
import { type SQLiteTable, getTableConfig as sqliteConfig } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import * as postgres from "../postgres/schema.ts";
import * as sqlite from "../sqlite/schema.ts";

/** Tables by the names that statements use, with columns in order. `kind` is what JavaScript sees. */
function described(
	tables: Readonly<Record<string, PgTable | SQLiteTable>>,
	config: (table: never) => { readonly name: string; readonly columns: readonly object[] },
) {
	return Object.entries(tables).map(([key, table]) => {
		const columns = Object.entries(table).flatMap(([property, column]) =>
			column && typeof column === "object" && "dataType" in column && "name" in column
				? [[property, column.name, column.dataType === "custom" ? "string" : column.dataType, column.notNull]]
				: [],
		);
		return { key, name: config(table as never).name, columns };
	});
}

it("the schemas of both dialects have the same tables and columns, so that one set of statements fits both", () => {
	const wanted = described(sqlite, sqliteConfig);
	expect(wanted.map(({ columns }) => columns.length)).toEqual([8, 18, 17, 19, 7, 5, 11, 12, 3, 2]);
	expect(described(postgres, postgresConfig)).toEqual(wanted);
});
