import { asc, desc, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { unnamed } from "../../sql/session.ts";
import { tableKeys } from "../../sql/table-keys.ts";
import { StoreError } from "../../store-error.ts";
import type { CopySide } from "./copy-side.ts";
import { addToDigest, emptyDigest, type TableDigest } from "./table-digest.ts";

export type TableName = keyof typeof tableKeys;

/** A row by the names of its columns in code. */
export type Row = Readonly<Record<string, unknown>>;

/** Characters that one page should hold, about: rows may be a hundred or ten million characters long. */
const pageChars = 2_000_000;
const firstPageRows = 20;
const maxPageRows = 500;

export const tableNames = Object.keys(tableKeys).filter((name): name is TableName => name in tableKeys);

/** One table of one side. */
export function tableOf({ tables }: Pick<CopySide, "tables">, name: TableName) {
	// The tables differ in their columns only, which are looked up by name here: that is the point of a copy.
	const table = tables[name] as CopySide["tables"]["message"];
	const columns = getTableColumns(table);
	const key = tableKeys[name].map((property) => {
		const column = Object.entries(columns).find(([own]) => own === property)?.[1];
		if (!column) throw new Error(`Table ${name} has no column ${property}: correct tableKeys.`);
		return { property, column };
	});
	return { table, key, sqlName: getTableName(table), columns: Object.keys(columns) };
}

/** Reads a table in order of its key, page by page of about two million characters. @param range.after begins behind this row; @param range.through ends with this one */
export async function* pagesOf(
	side: CopySide,
	name: TableName,
	{ after, through }: { readonly after?: Row | undefined; readonly through?: Row | undefined } = {},
): AsyncGenerator<readonly Row[]> {
	let last = after;
	for (let limit = firstPageRows; ; ) {
		const page = await readPage(side, name, { after: last, through, limit });
		if (page.length > 0) yield page;
		if (page.length < limit) return;
		last = page.at(-1);
		limit = nextLimit(page);
	}
}

async function readPage(
	side: CopySide,
	name: TableName,
	{ after, through, limit }: { readonly after: Row | undefined; readonly through: Row | undefined; readonly limit: number },
): Promise<readonly Row[]> {
	const { table, key } = tableOf(side, name);
	const columns = sql`(${sql.join(
		key.map(({ column }) => sql`${column}`),
		sql`, `,
	)})`;
	const at = (row: Row): SQL =>
		sql`(${sql.join(
			key.map(({ property, column }) => sql`${sql.param(row[property], column)}`),
			sql`, `,
		)})`;
	const bounds = [...(after ? [sql`${columns} > ${at(after)}`] : []), ...(through ? [sql`${columns} <= ${at(through)}`] : [])];
	const ordered = side.db
		.select()
		.from(table)
		.where(bounds.length === 0 ? undefined : sql.join(bounds, sql` AND `))
		.orderBy(...key.map(({ column }) => asc(column)));
	return await side.run(ordered.limit(limit).prepare(unnamed));
}

function nextLimit(page: readonly Row[]): number {
	const chars = page.reduce(
		(sum, row) => sum + Object.values(row).reduce<number>((length, value) => length + (typeof value === "string" ? value.length : 8), 0),
		0,
	);
	return Math.max(1, Math.min(maxPageRows, Math.floor(pageChars / (chars / page.length))));
}

/** @returns the row with the greatest key. */
export async function lastRow(side: CopySide, name: TableName): Promise<Row | undefined> {
	const { table, key } = tableOf(side, name);
	const newest = side.db
		.select()
		.from(table)
		.orderBy(...key.map(({ column }) => desc(column)))
		.limit(1);
	return (await side.run(newest.prepare(unnamed)))[0];
}

/** Reads a table and forgets it page by page. @param options.onPage is told how many rows have been read */
export async function digestTable(
	side: CopySide,
	name: TableName,
	{ through, onPage }: { readonly through?: Row; readonly onPage?: (rows: number) => void | Promise<void> } = {},
): Promise<TableDigest> {
	const { columns } = tableOf(side, name);
	let digest = emptyDigest;
	for await (const page of pagesOf(side, name, { through })) {
		digest = addToDigest(digest, page, columns);
		await onPage?.(digest.rows);
	}
	return digest;
}

export async function countRows(side: CopySide, name: TableName): Promise<number> {
	const [row] = await side.query(`SELECT count(*) AS count FROM ${tableOf(side, name).sqlName}`);
	return Number(row?.count ?? 0);
}

/** Inserts rows as they are. */
export async function insertRows(side: CopySide, name: TableName, rows: readonly Row[]): Promise<void> {
	const { table } = tableOf(side, name);
	// Rows come out of a table of the same name and columns.
	const values = rows as (typeof table.$inferInsert)[];
	try {
		await side.run(side.db.insert(table).values(values).prepare(unnamed));
	} catch (cause) {
		if (!isForeignKeyError(cause)) throw cause;
		throw new StoreError("bad-value", "The source holds rows of flows that are no more. Run foldback doctor --fix on the source, then copy again.", { cause });
	}
}

function isForeignKeyError(error: unknown): boolean {
	return (
		error instanceof Error && (("code" in error && (error.code === "23503" || error.code === "SQLITE_CONSTRAINT_FOREIGNKEY")) || isForeignKeyError(error.cause))
	);
}
