import type { SessionStore } from "../session-store.ts";
import { createFlowStore, createFlowWork } from "./flow-store.ts";
import { createInvalidation } from "./invalidation.ts";
import { createKeyStore, createKeyWork } from "./key-store.ts";
import { createMemoryRows } from "./memory-rows.ts";
import { createMessageSource, createSourceReads } from "./message-source.ts";
import { createMessageStore, createMessageWork } from "./message-store.ts";
import { createSecretStore, createSecretWork } from "./secret-store.ts";
import type { Connection, Session } from "./session.ts";
import { createStateStore, createStateWork } from "./state-store.ts";

/** Everything that a store does, on one connection: its prepared statements belong to that one. */
export type StoreParts = ReturnType<typeof createStoreParts>;

export function createStoreParts(session: Session) {
	const memory = createMemoryRows(session);
	return {
		flows: createFlowWork(session),
		messages: createMessageWork(session, memory, createInvalidation(session, memory)),
		states: createStateWork(session, memory),
		source: createSourceReads(session),
		secrets: createSecretWork(session),
		keys: createKeyWork(session),
	};
}

/** The store over a connection or a pool of them. */
export function createStore(connection: Connection<StoreParts>): Omit<SessionStore, "close"> {
	return {
		flows: createFlowStore(connection),
		messages: createMessageStore(connection),
		memory: createStateStore(connection),
		source: createMessageSource(connection),
		secrets: createSecretStore(connection),
		keys: createKeyStore(connection),
	};
}
