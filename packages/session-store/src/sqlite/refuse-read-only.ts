import type Database from "better-sqlite3";

/**
 * SQLite opens what it may only read without a word, and every write would fail later. Writes something unchanged, and takes it back.
 * @throws SqliteError `SQLITE_READONLY` for a file, a folder or a disk that may only be read.
 */
export function refuseReadOnly(client: Database.Database): void {
	const generation = Number(client.pragma("user_version", { simple: true }));
	client.exec("BEGIN IMMEDIATE");
	try {
		client.pragma(`user_version = ${generation}`);
	} finally {
		if (client.inTransaction) client.exec("ROLLBACK");
	}
}
