import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Superuser URL of this run's server, at the database `postgres`; tests create databases of their own. */
		postgresUrl: string;
	}
}

/** Vitest global setup: one PostgreSQL server for the whole run of a project; tests read its URL with `inject("postgresUrl")`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const server = await startPostgres();
	project.provide("postgresUrl", server.url);
	return () => server.stop();
}
