import pg from "pg";
import { databaseError } from "./database-error.ts";
import { connectionSettings, describeTarget } from "./pool.ts";

/** Maintenance reads whole tables: a statement may take an hour. */
export const maintenanceTimeoutMs = 3_600_000;

const connectTimeoutMs = 10_000;

/** Opens one connection, which may be idle in a transaction for as long as it takes. @throws StoreError that names the server. */
export async function openPostgresClient(url: string): Promise<pg.Client> {
	const target = describeTarget(url);
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: "foldback" });
	// A lost connection is told by the query that needs it.
	client.on("error", () => {});
	try {
		await client.connect();
		const settings = connectionSettings({ lockTimeoutMs: 30_000, statementTimeoutMs: maintenanceTimeoutMs });
		await client.query(`${settings}; SET idle_in_transaction_session_timeout = 0`);
		return client;
	} catch (error) {
		await client.end().catch(() => {});
		throw databaseError(target, error);
	}
}

/** Runs work over one connection. @throws StoreError that names the server. */
export async function withPostgresClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
	const client = await openPostgresClient(url);
	try {
		return await work(client);
	} catch (error) {
		throw databaseError(describeTarget(url), error);
	} finally {
		await client.end().catch(() => {});
	}
}
