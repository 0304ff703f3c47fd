import type { SessionScope } from "@foldback/session-compressor";
import type { OpenedMemory, RowWriter } from "@foldback/store-conformance";
import type { MessageRecord } from "../records.ts";
import type { NewMessage, SessionStore } from "../session-store.ts";

/** What both stores can do. */
export const capabilities = {
	checksHistory: true,
	journal: true,
	scopes: true,
	ineligibleRows: true,
	ordersByTime: true,
	revisions: true,
	deletesFlows: true,
} as const;

/** An open store as the conformance suites meet it. */
export function toOpened(store: SessionStore, afterClose: () => Promise<void>): OpenedMemory {
	const close = async () => {
		await store.close();
		await afterClose();
	};
	return { store: store.memory, source: store.source, rows: createRowWriter(store), close };
}

/** Writes rows as a host does, under flows that are made when they are first needed. */
function createRowWriter(store: SessionStore): RowWriter {
	return {
		append: (scope, { role, ...row }) => append(store, { ...scope, ...row, sender: role === "assistant" ? "Machine" : "User" }),
		update: async ({ userId }, id, patch) => {
			const row = await store.messages.update(userId, id, patch);
			if (!row) throw new Error(`There is no row ${id} of user ${userId}.`);
			return row;
		},
		delete: async ({ userId }, ids) => void (await store.messages.delete(userId, ids)),
		renameSession: async ({ userId, flowId, sessionId }, to) => void (await store.messages.renameSession(userId, sessionId, to, { flowId })),
		deleteSession: async ({ userId, flowId, sessionId }) => void (await store.messages.deleteSessions(userId, [sessionId], { flowId })),
		deleteFlow: async ({ userId, flowId }: SessionScope) => void (await store.flows.delete(userId, flowId)),
	};
}

async function append(store: SessionStore, message: NewMessage): Promise<MessageRecord> {
	const { flowId, userId } = message;
	if (!(await store.flows.get(userId, flowId))) await store.flows.create({ id: flowId, userId, name: "Flow", endpointName: null, document: {} });
	const result = await store.messages.append(message);
	if (!result.stored) throw new Error(`The row was not stored: ${result.reason}`);
	return result.message;
}
