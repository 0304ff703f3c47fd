import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { inject, onTestFinished } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		/** Superuser URL of this run's server, at the database `postgres`; tests create databases of their own. */
		postgresUrl: string;
	}
}

/** A database of this test's own on the run's server. @returns a way to open pools on it; all end with the test. */
export async function createTestDatabase(): Promise<() => Pool> {
	const name = `squad_${randomUUID().replaceAll("-", "")}`;
	const pools: Pool[] = [];
	const open = (url: string): Pool => {
		const pool = new Pool({ connectionString: url });
		pool.on("error", () => undefined);
		pools.push(pool);
		return pool;
	};
	onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))));
	await open(inject("postgresUrl")).query(`CREATE DATABASE ${name}`);
	const url = new URL(inject("postgresUrl"));
	url.pathname = `/${name}`;
	return () => open(url.href);
}
