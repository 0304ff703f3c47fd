import { mkdirSync } from "node:fs";
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
		mkdirSync(folder, { recursive: true, mode: 0o700 });
	} catch (cause) {
		throw new Error(`The folder ${folder} cannot be made or used. Check its rights, or choose another one with ${variable}.`, { cause });
	}
}
