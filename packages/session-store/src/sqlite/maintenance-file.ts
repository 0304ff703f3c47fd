import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import { databaseError } from "./database-error.ts";

/** How long maintenance waits for another process's write, in milliseconds. */
const busyTimeoutMs = 30_000;

/** Runs work on a file that exists, over a connection that only reads. @throws StoreError that names the file. */
export async function readSqliteFile<Result>(path: string, work: (client: Database.Database) => Result | Promise<Result>): Promise<Result> {
	if (!existsSync(path)) throw new StoreError("unusable", `${path}: there is no such file. Give the path of a database.`);
	let client: Database.Database | undefined;
	try {
		client = new Database(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
		return await work(client);
	} catch (cause) {
		throw databaseError(path, cause);
	} finally {
		client?.close();
	}
}
