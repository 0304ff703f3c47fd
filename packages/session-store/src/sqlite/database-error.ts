import { StoreError } from "../store-error.ts";

/** @returns the error to throw for whatever a database call threw: one that names the file and what to do, where the cause is known. */
export function databaseError(path: string, cause: unknown): unknown {
	if (StoreError.isInstance(cause))
		return cause.message.startsWith(path) ? cause : new StoreError(cause.code, `${path}: ${cause.message}`, { cause, publicMessage: cause.publicMessage });
	const code = sqliteCode(cause);
	if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED") {
		return new StoreError("locked", `${path}: another process kept the database locked. End the program that holds it, or raise busyTimeoutMs.`, { cause });
	}
	if (code === "SQLITE_NOTADB") {
		return new StoreError("corrupt", `${path}: the file is not an SQLite database. Give another path, or move the file away to start with an empty database.`, {
			cause,
		});
	}
	if (code === "SQLITE_CORRUPT") {
		return new StoreError("corrupt", `${path}: the database is damaged. Restore it from a backup, or save what is left with "sqlite3 FILE .recover".`, {
			cause,
		});
	}
	if (code === "SQLITE_FULL") return new StoreError("unusable", `${path}: the disk is full. Free some space; nothing was written.`, { cause });
	if (code !== undefined && unusable.has(code)) {
		return new StoreError(
			"unusable",
			`${path}: the database cannot be opened, read or written (${code}). Check that its folder exists and that this user may write to it.`,
			{ cause },
		);
	}
	return cause;
}

const unusable = new Set(["SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_AUTH"]);

/** @returns the primary result code: `SQLITE_BUSY` for `SQLITE_BUSY_SNAPSHOT`. */
export function sqliteCode(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	if ("code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_")) return error.code.split("_").slice(0, 2).join("_");
	return sqliteCode(error.cause);
}
