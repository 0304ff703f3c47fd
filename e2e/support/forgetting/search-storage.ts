import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** @returns the files of a folder whose name or bytes hold the word: the database, its write-ahead log, uploads and whatever else lies there. */
export async function filesWith(folder: string, word: string): Promise<readonly string[]> {
	const found: string[] = [];
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const bytes = entry.isFile() ? await readFile(path).catch(() => undefined) : undefined;
		if (entry.name.includes(word) || bytes?.includes(word)) found.push(path.slice(folder.length + 1));
	}
	return found;
}

/** @returns the text columns of live rows that hold the word, of all tables of the database. */
export async function columnsWith(url: string, word: string): Promise<readonly string[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const { rows } = await client.query<{ table_name: string; column_name: string }>(
			"SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() AND data_type IN ('text', 'jsonb', 'json', 'character varying')",
		);
		if (rows.length < 40) throw new Error(`Only ${rows.length} text columns: these are not the host's tables.`);
		const found: string[] = [];
		for (const { table_name: table, column_name: column } of rows) {
			const holding = await client.query(`SELECT 1 FROM "${table}" WHERE strpos("${column}"::text, $1) > 0 LIMIT 1`, [word]);
			if (holding.rowCount) found.push(`${table}.${column}`);
		}
		return found;
	} finally {
		await client.end();
	}
}
