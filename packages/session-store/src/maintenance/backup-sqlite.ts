import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { databaseError } from "../sqlite/database-error.ts";
import { readSqliteFile } from "../sqlite/maintenance-file.ts";
import { StoreError } from "../store-error.ts";
import { integrityProblems } from "./database-facts.ts";

export interface BackupOptions {
	/** Whether a file that is there already is replaced. */
	readonly overwrite?: boolean;
	/** Called after each part, with database pages. */
	readonly onProgress?: (pages: number, totalPages: number) => void;
}

/** Pages copied at a time; between two parts this process does other things. */
const pagesAtATime = 1_000;

/**
 * Copies an SQLite database to a new file while hosts go on writing: the copy holds all that was acknowledged before the call, as one moment saw it. It is
 * checked, and appears under its name complete or not at all, readable by this user only.
 * @returns its size in pages
 * @throws StoreError when the file is there already, or one of the two cannot be used.
 */
export async function backupSqlite(path: string, file: string, { overwrite = false, onProgress }: BackupOptions = {}): Promise<number> {
	if (!overwrite) refuseExisting(file);
	if (!existsSync(dirname(file))) throw new StoreError("unusable", `${file}: the folder does not exist. Create it, or give another file.`);
	const draft = `${file}.${process.pid}-${randomBytes(6).toString("hex")}.part`;
	try {
		createPrivate(draft);
		const pages = await readSqliteFile(path, (client) => copyPages(client, draft, onProgress));
		finish(draft);
		place(draft, file, overwrite);
		syncPath(dirname(file));
		return pages;
	} finally {
		for (const leftover of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) rmSync(leftover, { force: true });
	}
}

function refuseExisting(file: string): void {
	if (existsSync(file)) throw new StoreError("unusable", `${file}: there is such a file already, and it was not touched. Give another name, or --force.`);
}

/** SQLite would give it the rights of every new file. */
function createPrivate(draft: string): void {
	try {
		closeSync(openSync(draft, "wx", 0o600));
	} catch (cause) {
		throw new StoreError("unusable", `${draft}: the file cannot be made. Check the rights of its folder, or give another one.`, { cause });
	}
}

/** A read transaction holds one moment fast: without it, each write of another process would start the copy anew, and it might never end. */
async function copyPages(client: Database.Database, draft: string, onProgress: BackupOptions["onProgress"]): Promise<number> {
	client.exec("BEGIN");
	client.prepare("SELECT count(*) FROM sqlite_schema").get();
	const { totalPages } = await client.backup(draft, {
		progress: ({ totalPages: total, remainingPages }) => {
			onProgress?.(total - remainingPages, total);
			return pagesAtATime;
		},
	});
	onProgress?.(totalPages, totalPages);
	return totalPages;
}

/** Makes the copy one file that needs no log beside it, checks it, and has it on disk. @throws StoreError `corrupt` */
function finish(draft: string): void {
	let client: Database.Database | undefined;
	try {
		client = new Database(draft, { fileMustExist: true });
		client.pragma("journal_mode = DELETE");
		const [problem] = integrityProblems(client);
		if (problem !== undefined) throw new StoreError("corrupt", `the copy is damaged (${problem}), and so may be the database. Run foldback doctor.`);
	} catch (cause) {
		throw databaseError(draft, cause);
	} finally {
		client?.close();
	}
	syncPath(draft);
}

/** Has a file on disk; or, of a folder, the names in it. */
function syncPath(path: string): void {
	const handle = openSync(path, "r");
	try {
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}

/** A link fails where a rename would replace what another program has put there meanwhile. */
function place(draft: string, file: string, overwrite: boolean): void {
	if (overwrite) {
		renameSync(draft, file);
		return;
	}
	try {
		linkSync(draft, file);
	} catch (error) {
		refuseExisting(file);
		// A file system without links.
		if (!(error instanceof Error && "code" in error && (error.code === "EPERM" || error.code === "ENOTSUP"))) throw error;
		renameSync(draft, file);
	}
}
