import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { SessionStore } from "@foldback/session-store";
import { openSqliteStore } from "@foldback/session-store/sqlite";
import type { Config } from "./config.ts";

/** Opens the database that the configuration names. An SQLite file is made where it is missing, with its folder. */
export async function openStore({ databaseUrl, databaseFile, maxConnections }: Config, now: () => number): Promise<SessionStore> {
	if (databaseUrl === undefined) {
		makeFolder(dirname(databaseFile), "DATABASE_URL");
		return await openSqliteStore({ path: databaseFile, now });
	}
	// Only hosts on Postgres load its driver.
	const { openPostgresStore } = await import("@foldback/session-store/postgres");
	return await openPostgresStore({ url: databaseUrl, now, ...(maxConnections === undefined ? {} : { maxConnections }) });
}

/** @throws Error that names the folder and the variable to change. */
export function makeFolder(folder: string, variable: string): void {
	try {
		makeMissing(folder);
	} catch (cause) {
		throw new Error(`The folder ${folder} cannot be made or used. Check its rights, or choose another one with ${variable}.`, { cause });
	}
}

/** One folder after the other: Node's own recursion takes seconds to give up where a folder exists and yet takes no other one, as /proc does. */
function makeMissing(folder: string): void {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
	const parent = dirname(folder);
	if (parent !== folder) makeMissing(parent);
	try {
		mkdirSync(folder, { mode: 0o700 });
	} catch (error) {
		// Another process may have been faster.
		if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
	}
}
