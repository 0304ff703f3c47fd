import { setImmediate } from "node:timers/promises";
import { StoreError } from "../../store-error.ts";
import { readDatabaseFacts } from "../database-facts.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { type DatabasePlace, describePlace } from "../place.ts";
import { claimTarget, dropMarker, moveMarker, readMarker } from "./copy-marker.ts";
import { type CopySide, openSource, openTarget } from "./copy-side.ts";
import { addToDigest, emptyDigest, isSameDigest, type TableDigest } from "./table-digest.ts";
import { countRows, digestTable, insertRows, lastRow, pagesOf, type TableName, tableNames, tableOf } from "./table-pages.ts";

export interface CopyOptions {
	/** Called after each part; the copy goes on when it has returned. */
	readonly onProgress?: (progress: CopyProgress) => void | Promise<void>;
}

export interface CopyProgress {
	readonly step: "copying" | "verifying";
	readonly table: string;
	/** Rows of the table that are there by now. */
	readonly rows: number;
	/** Rows of the table that the source has. */
	readonly totalRows: number;
	/** Rows that an earlier, interrupted copy had written. */
	readonly resumed: number;
}

export interface CopyReport {
	/** Without user and password. */
	readonly from: string;
	readonly to: string;
	/** What both sides hold, table by table, read on both. */
	readonly tables: readonly { readonly table: string; readonly rows: number; readonly checksum: string; readonly resumed: number }[];
}

/**
 * Copies every row of one database to another, which is empty or holds what an interrupted copy of the same source has written. The source is read as it
 * is at the start, in one transaction, and may be written meanwhile: what is written later is not copied. Memory use does not grow with the database.
 * @throws StoreError when a database cannot be used, the target holds other data, or both do not hold the same afterwards.
 */
export async function copyDatabase(from: DatabasePlace, to: DatabasePlace, options: CopyOptions = {}): Promise<CopyReport> {
	if (describePlace(from) === describePlace(to))
		throw new StoreError("unusable", `Source and target are the same database, ${describePlace(to)}. Give another target.`);
	await checkSource(from);
	await migrateDatabase(to);
	const source = await openSource(from);
	try {
		const target = await openTarget(to);
		try {
			return await copyTables({ source, target }, options);
		} finally {
			await target.close();
		}
	} finally {
		await source.close();
	}
}

interface Sides {
	readonly source: CopySide;
	readonly target: CopySide;
}

async function copyTables(sides: Sides, options: CopyOptions): Promise<CopyReport> {
	const { source, target } = sides;
	await claimTarget(target, source.place);
	const copied = [];
	for (const name of tableNames) copied.push({ name, ...(await copyTable(sides, name, options)) });
	for (const { name, digest } of copied) await verify(target, name, digest, options);
	await dropMarker(target);
	const tables = copied.map(({ name, digest, resumed }) => ({ table: tableOf(source, name).sqlName, ...digest, resumed }));
	return { from: source.place, to: target.place, tables };
}

async function checkSource(from: DatabasePlace): Promise<void> {
	const { place, schema } = await readDatabaseFacts(from);
	if (schema.due.length > 0) throw new StoreError("unusable", `${place}: the schema of the source is not up to date. Run foldback migrate on it first.`);
	if (schema.unknown > 0) {
		throw new StoreError("too-new", `${place}: a newer version has migrated the source, so this one would not copy all of it. Copy with that version.`);
	}
}

async function copyTable(sides: Sides, name: TableName, { onProgress }: CopyOptions): Promise<{ readonly digest: TableDigest; readonly resumed: number }> {
	const { source, target } = sides;
	const { columns, sqlName } = tableOf(source, name);
	const totalRows = await countRows(source, name);
	let { digest, after } = await resume(sides, name);
	const resumed = digest.rows;
	const tell = () => onProgress?.({ step: "copying", table: sqlName, rows: digest.rows, totalRows, resumed });
	await tell();
	for await (const page of pagesOf(source, name, { after })) {
		const next = addToDigest(digest, page, columns);
		await target.transaction(async () => {
			await insertRows(target, name, page);
			await moveMarker(target, name, digest, next);
		});
		digest = next;
		await tell();
		// SQLite answers at once: without this the process would do nothing else until the end.
		await setImmediate();
	}
	return { digest, resumed };
}

/** Where an interrupted copy of a table goes on: behind what it has written, if the source still says the same there; else from the start. */
async function resume({ source, target }: Sides, name: TableName) {
	const begun = await readMarker(target, name);
	const after = await lastRow(target, name);
	if (!isSameDigest(await digestTable(target, name), begun)) {
		const { sqlName } = tableOf(target, name);
		throw new StoreError(
			"unusable",
			`${target.place}: the target's table ${sqlName} was written by another program since the copy was begun. Give an empty database.`,
		);
	}
	if (!after) return { digest: emptyDigest, after };
	if (isSameDigest(await digestTable(source, name, { through: after }), begun)) return { digest: begun, after };
	await target.transaction(() => clear(target, name));
	return { digest: emptyDigest, after: undefined };
}

/** Empties a table that a copy has written. With the flows goes what belongs to them. */
async function clear(target: CopySide, name: TableName): Promise<void> {
	for (const table of name === "flow" ? tableNames.toReversed() : [name]) {
		await target.query(`DELETE FROM ${tableOf(target, table).sqlName}`);
		await moveMarker(target, table, await readMarker(target, table), emptyDigest);
	}
}

async function verify(target: CopySide, name: TableName, digest: TableDigest, { onProgress }: CopyOptions): Promise<void> {
	const { sqlName: table } = tableOf(target, name);
	const tell = (rows: number) => onProgress?.({ step: "verifying", table, rows, totalRows: digest.rows, resumed: 0 });
	await tell(0);
	const found = await digestTable(target, name, { onPage: tell });
	if (isSameDigest(found, digest)) return;
	const sums = `${digest.rows} rows with checksum ${digest.checksum} were copied, and ${found.rows} with ${found.checksum} are there`;
	throw new StoreError(
		"unusable",
		`${target.place}: the target's table ${table} is not what was copied: ${sums}. Keep others from writing to the target, and give an empty one.`,
	);
}
