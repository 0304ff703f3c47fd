import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import { databaseError } from "./database-error.ts";

/** How long maintenance waits for another process's write, in milliseconds. */
const busyTimeoutMs = 30_000;

/** Opens a database file that exists. @throws StoreError that names the file. */
export function openSqliteFile(path: string, { readonly }: { readonly readonly: boolean }): Database.Database {
	if (!existsSync(path)) throw new StoreError("unusable", `${path}: there is no such file. Give the path of a database.`);
	try {
		const client = new Database(path, { readonly, fileMustExist: true, timeout: busyTimeoutMs });
		// Nothing is acknowledged to anybody before the end, where all is flushed.
		client.pragma("synchronous = normal");
		client.pragma("secure_delete = ON");
		client.pragma("foreign_keys = ON");
		return client;
	} catch (cause) {
		throw databaseError(path, cause);
	}
}

/** Runs work on a file that exists, over a connection that only reads. @throws StoreError that names the file. */
export async function readSqliteFile<Result>(path: string, work: (client: Database.Database) => Result | Promise<Result>): Promise<Result> {
	const client = openSqliteFile(path, { readonly: true });
	try {
		return await work(client);
	} catch (cause) {
		throw databaseError(path, cause);
	} finally {
		client.close();
	}
}
