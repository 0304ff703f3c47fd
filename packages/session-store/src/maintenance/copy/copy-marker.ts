import { StoreError } from "../../store-error.ts";
import type { CopySide } from "./copy-side.ts";
import type { TableDigest } from "./table-digest.ts";
import { countRows, type TableName, tableNames, tableOf } from "./table-pages.ts";

/** Table of the target that says what an unfinished copy has written; it goes when the copy is complete. */
const markerTable = "foldback_copy";

/**
 * Claims a target: an empty one, or one that holds an unfinished copy of the same source.
 * @returns whether a copy had been begun
 * @throws StoreError `unusable` for a target with other data; it says which.
 */
export async function claimTarget(side: CopySide, source: string): Promise<boolean> {
	return await side.transaction(async () => {
		await side.query(
			`CREATE TABLE IF NOT EXISTS ${markerTable} (table_name text PRIMARY KEY, source text NOT NULL, row_count bigint NOT NULL, checksum text NOT NULL)`,
		);
		const [begun] = await side.query(`SELECT source FROM ${markerTable} LIMIT 1`);
		if (begun && begun.source !== source) {
			throw new StoreError(
				"unusable",
				`${side.place}: the target holds an unfinished copy of ${String(begun.source)}. Finish that one, or give an empty database.`,
			);
		}
		if (begun) return true;
		await refuseOtherData(side);
		for (const name of tableNames) await side.query(`INSERT INTO ${markerTable} VALUES ($1, $2, 0, $3)`, [name, source, "0".repeat(32)]);
		return false;
	});
}

async function refuseOtherData(side: CopySide): Promise<void> {
	const found: string[] = [];
	for (const name of tableNames) {
		const rows = await countRows(side, name);
		if (rows > 0) found.push(`${tableOf(side, name).sqlName} (${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"})`);
	}
	if (found.length === 0) return;
	throw new StoreError("unusable", `${side.place}: the target holds other data: ${found.join(", ")}. Nothing was copied. Give an empty database.`);
}

/** @returns what the copy itself has written of a table. */
export async function readMarker(side: CopySide, name: TableName): Promise<TableDigest> {
	const [row] = await side.query(`SELECT row_count, checksum FROM ${markerTable} WHERE table_name = $1`, [name]);
	return { rows: Number(row?.row_count ?? 0), checksum: String(row?.checksum ?? "") };
}

/**
 * Says, inside the transaction that writes rows, what is written by then.
 * @throws StoreError `locked` when it was not `before` any more: another copy writes to this target.
 */
export async function moveMarker(side: CopySide, name: TableName, before: TableDigest, after: TableDigest): Promise<void> {
	const values = [after.rows, after.checksum, name, before.rows, before.checksum];
	const moved = await side.query(
		`UPDATE ${markerTable} SET row_count = $1, checksum = $2 WHERE table_name = $3 AND row_count = $4 AND checksum = $5 RETURNING table_name`,
		values,
	);
	if (moved.length === 0)
		throw new StoreError("locked", `${side.place}: another copy is writing to this target. Let it finish, or end it and start this one again.`);
}

/** The copy is complete. */
export async function dropMarker(side: CopySide): Promise<void> {
	await side.query(`DROP TABLE ${markerTable}`);
}
