import { copiedJson } from "../json-column.ts";
import { type MessageRow, toMessageRecord } from "../message-row.ts";
import type { MessageStore } from "../session-store.ts";
import type { createClearing } from "./clearing.ts";
import { deleteSessions, giveWay } from "./delete-sessions.ts";
import type { Invalidation } from "./invalidation.ts";
import type { MemoryRows } from "./memory-rows.ts";
import { createMessageImport } from "./message-import.ts";
import { listById, listMessages, listWithFiles } from "./message-list.ts";
import { createMessageWrites } from "./message-writes.ts";
import type { Connection, Session } from "./session.ts";
import { createSessionOperations } from "./session-operations.ts";
import { mapWork } from "./work.ts";

/** Reads and writes of message rows on one connection. */
export function createMessageWork(session: Session, memory: MemoryRows, invalidation: Invalidation) {
	return {
		...createMessageWrites(session, memory, invalidation),
		...createMessageImport(session, memory, invalidation),
		...createSessionOperations(session, memory),
		withFiles: (filter: Parameters<MessageStore["withFiles"]>[0]) => listWithFiles(session, filter),
		listById: (userId: string, ids: readonly string[]) => listById(session, userId, ids),
		list: (userId: string, filter: Parameters<MessageStore["list"]>[1]) => listMessages(session, userId, filter),
	};
}

interface MessageParts {
	readonly messages: ReturnType<typeof createMessageWork>;
	readonly clearing: ReturnType<typeof createClearing>;
}

export function createMessageStore(connection: Connection<MessageParts>): MessageStore {
	const { read, write, forget } = connection;
	return {
		append: (given, options) => {
			// What the caller does to it while a slow driver stores it must change nothing.
			const { files = [], properties = {}, contentBlocks = [] } = given;
			const message = { ...given, files: [...files], properties: copiedJson(properties), contentBlocks: copiedJson(contentBlocks) };
			return write(({ messages }) => messages.append(message, options?.answers), options);
		},
		get: (userId, id) => read(({ messages }) => mapWork(messages.get(userId, id), optionalRecord)),
		getAll: (userId, ids) => read(({ messages }) => mapWork(messages.listById(userId, ids), toRecords)),
		list: (userId, filter) => read(({ messages }) => mapWork(messages.list(userId, filter), toRecords)),
		update: (userId, id, patch) => {
			const changes = structuredClone(patch);
			return forget(({ messages }) => mapWork(messages.update(userId, id, changes), optionalRecord));
		},
		delete: (userId, ids) => forget(({ messages }) => messages.remove(userId, ids)),
		withFiles: (filter) => read(({ messages }) => messages.withFiles(filter)),
		import: (session, rows, after) => {
			const imported = structuredClone(rows);
			return write(({ messages }) => messages.importRows(session, imported, after));
		},
		expire: async (beforeMs, limit) => {
			const rows = Map.groupBy(await read(({ messages }) => messages.expired(beforeMs, limit)), ({ userId }) => userId);
			let removed = 0;
			for (const [userId, own] of rows)
				removed += await forget(({ messages }) =>
					messages.remove(
						userId,
						own.map(({ id }) => id),
					),
				);
			await giveWay();
			return removed;
		},
		sessions: (userId, { flowId, limit } = {}) => read(({ messages }) => messages.listSessions(userId, flowId, limit)),
		renameSession: (userId, from, to, options = {}) =>
			forget(({ messages }) => mapWork(messages.renameSession(userId, from, to.toWellFormed(), options), toRecords)),
		deleteSessions: async (userId, sessionIds, options) => {
			const flowIds = await read(({ messages }) => messages.flowsOf(userId, options?.flowId));
			return (await deleteSessions(connection, { userId, flowIds, sessionIds: [...new Set(sessionIds)] })).messages;
		},
	};
}

function optionalRecord(row: MessageRow | undefined) {
	return row && toMessageRecord(row);
}

function toRecords(rows: readonly MessageRow[]) {
	return rows.map(toMessageRecord);
}
