import type { SessionStore } from "../session-store.ts";
import { createAdoption } from "./adopt.ts";
import { createClearing } from "./clearing.ts";
import { createFlowStore, createFlowWork } from "./flow-store.ts";
import { createIdempotencyStore, createIdempotencyWork } from "./idempotency-store.ts";
import { createInvalidation } from "./invalidation.ts";
import { createKeyStore, createKeyWork } from "./key-store.ts";
import { createMemoryRows } from "./memory-rows.ts";
import { createMessageSource, createSourceReads } from "./message-source.ts";
import { createMessageStore, createMessageWork } from "./message-store.ts";
import { createRunStore, createRunWork } from "./run-store.ts";
import { createSecretStore, createSecretWork } from "./secret-store.ts";
import type { Connection, Session } from "./session.ts";
import { createSpendStore, createSpendWork } from "./spend-store.ts";
import { createStateStore, createStateWork } from "./state-store.ts";
import { createUpkeepWork } from "./upkeep/upkeep-work.ts";
import { createUserDataReads, createUserDataStore } from "./user-data-store.ts";

/** Everything that a store does, on one connection: its prepared statements belong to that one. */
export type StoreParts = ReturnType<typeof createStoreParts>;

/** @param rowsElsewhere the messages are not in this database, so saves cannot check them */
export function createStoreParts(session: Session, { rowsElsewhere = false }: { readonly rowsElsewhere?: boolean } = {}) {
	const memory = createMemoryRows(session);
	const invalidation = createInvalidation(session, memory);
	return {
		flows: createFlowWork(session),
		messages: createMessageWork(session, memory, invalidation),
		states: createStateWork(session, memory, rowsElsewhere),
		source: createSourceReads(session),
		runs: createRunWork(session),
		secrets: createSecretWork(session),
		keys: createKeyWork(session),
		idempotency: createIdempotencyWork(session),
		foldSpend: createSpendWork(session),
		clearing: createClearing(session),
		userData: createUserDataReads(session),
		adopt: createAdoption(session),
		upkeep: createUpkeepWork(session, memory, invalidation),
	};
}

/** The store over a connection or a pool of them. */
export function createStore(connection: Connection<StoreParts>): Omit<SessionStore, "close" | "migrated"> {
	return {
		flows: createFlowStore(connection),
		messages: createMessageStore(connection),
		memory: { ...createStateStore(connection), checksHistory: true },
		source: createMessageSource(connection),
		runs: createRunStore(connection),
		secrets: createSecretStore(connection),
		keys: createKeyStore(connection),
		idempotency: createIdempotencyStore(connection),
		foldSpend: createSpendStore(connection),
		synced: connection.synced,
		userData: createUserDataStore(connection),
		adopt: (from, to, reseal) => connection.write(({ adopt }) => adopt(from, to, reseal)),
	};
}
