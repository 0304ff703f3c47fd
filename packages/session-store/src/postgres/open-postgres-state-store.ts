import { drizzle } from "drizzle-orm/node-postgres";
import { createStateStore, type JournallingStateStore } from "../sql/state-store.ts";
import { createConnection } from "./connection.ts";
import { databaseError } from "./database-error.ts";
import { closing, openPool, type PostgresStoreOptions } from "./open-postgres-store.ts";
import { flow } from "./schema.ts";

/** Memory states beside messages that live elsewhere: nothing here checks a history. */
export interface PostgresStateStore extends JournallingStateStore {
	close(): Promise<void>;
}

/**
 * Opens a Postgres database for memory states alone, creating and migrating the tables where needed. Any number of stores in any number of processes may
 * use one database. For a host that keeps its messages here too, see `openPostgresStore`.
 * @throws StoreError when the database cannot be used; the message names it, without the password, and says what to do.
 */
export async function openPostgresStateStore(options: PostgresStoreOptions): Promise<PostgresStateStore> {
	const { pool, target, now, newId } = await openPool(options);
	const store = createStateStore(createConnection(pool, target, { now, newId, rowsElsewhere: true }));
	const db = drizzle(pool);

	/** States point to a flow: an empty one of nobody stands for a flow that is not here. */
	const needFlow = async (id: string): Promise<void> => {
		const nowMs = now();
		const row = { id, userId: "", name: "", endpointName: "", document: "{}", revision: 0, createdAt: nowMs, updatedAt: nowMs };
		try {
			await db.insert(flow).values(row).onConflictDoNothing();
		} catch (error) {
			throw databaseError(target, error);
		}
	};

	return {
		...store,
		save: async (scope, next, saveOptions) => {
			const given = structuredClone({ scope, next, saveOptions });
			await needFlow(given.scope.flowId);
			return await store.save(given.scope, given.next, given.saveOptions);
		},
		journal: {
			...store.journal,
			append: async (scope, attempt) => {
				const given = structuredClone({ scope, attempt });
				await needFlow(given.scope.flowId);
				await store.journal.append(given.scope, given.attempt);
			},
		},
		close: closing(pool),
	};
}
