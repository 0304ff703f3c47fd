import pg from "pg";
import { inject, onTestFinished } from "vitest";

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, text: string, values: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> {
	const client = new pg.Client({ connectionString: url });
	client.on("error", () => {});
	await client.connect();
	try {
		return (await client.query<Record<string, unknown>>(text, [...values])).rows;
	} finally {
		await client.end();
	}
}

declare module "vitest" {
	interface ProvidedContext {
		/** Superuser URL of this run's server. */
		postgresUrl: string;
	}
}

let databases = 0;

/** Creates an empty database on this run's server. @returns its URL, and what drops it with all connections to it. */
export async function createDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
	const server = inject("postgresUrl");
	databases++;
	const name = `test_${process.pid}_${databases}_${Math.random().toString(36).slice(2)}`;
	await runSql(server, `CREATE DATABASE ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return { url: url.href, drop: async () => void (await runSql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)) };
}

/** A database that goes when the test ends. @returns its URL. */
export async function temporaryDatabase(): Promise<string> {
	const { url, drop } = await createDatabase();
	onTestFinished(drop);
	return url;
}

/** Databases of this file that are empty again: emptying one takes a tenth of the time that a new one takes. */
const emptied: string[] = [];

/** @returns the URL of an empty database, and what gives it back. */
export async function borrowDatabase(): Promise<{ readonly url: string; readonly giveBack: () => Promise<void> }> {
	const url = emptied.pop() ?? (await createDatabase()).url;
	const giveBack = async () => {
		await runSql(url, "DELETE FROM flow; DELETE FROM secret; DELETE FROM api_key");
		emptied.push(url);
	};
	return { url, giveBack };
}
