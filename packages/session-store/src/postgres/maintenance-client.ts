import pg from "pg";
import { databaseError } from "./database-error.ts";
import { connectionSettings, describeTarget } from "./pool.ts";

/** Maintenance reads whole tables: a statement may take an hour. */
export const maintenanceTimeoutMs = 3_600_000;

const connectTimeoutMs = 10_000;

/** Runs work over one connection, which may be idle in a transaction for as long as it takes. @throws StoreError that names the server. */
export async function withPostgresClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
	const target = describeTarget(url);
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: "foldback" });
	// A lost connection is told by the query that needs it.
	client.on("error", () => {});
	try {
		await client.connect();
		await client.query(
			`${connectionSettings({ lockTimeoutMs: 30_000, statementTimeoutMs: maintenanceTimeoutMs })}; SET idle_in_transaction_session_timeout = 0`,
		);
		return await work(client);
	} catch (error) {
		throw databaseError(target, error);
	} finally {
		await client.end().catch(() => {});
	}
}
