import { and, count, desc, eq, ne } from "drizzle-orm";
import { changedFlowRow, type FlowRow, newFlowRow, toFlowRecord } from "../flow-row.ts";
import type { FlowStore, FlowUpdateResult } from "../session-store.ts";
import type { createClearing } from "./clearing.ts";
import { deleteFlow } from "./delete-sessions.ts";
import { flowLock, userLock } from "./locks.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import { mapWork, type Work } from "./work.ts";

/** Reads of flow rows on one connection. */
function createFlowReads(session: Session) {
	const { db, run } = session;
	const { flow } = session.tables;
	const own = (userId: string, id: string) => and(eq(flow.userId, userId), eq(flow.id, id));
	const find = (userId: string, id: string): Work<FlowRow | undefined> => first(session, db.select().from(flow).where(own(userId, id)).prepare(unnamed));
	const named = (userId: string, endpointName: string | null): Work<FlowRow | undefined> => {
		const sameName = and(eq(flow.userId, userId), eq(flow.endpointName, endpointName ?? ""), ne(flow.endpointName, ""));
		return first(session, db.select().from(flow).where(sameName).prepare(unnamed));
	};
	return {
		own,
		find,
		named,

		*get(userId: string, idOrEndpointName: string): Work<FlowRow | undefined> {
			return (yield* find(userId, idOrEndpointName)) ?? (yield* named(userId, idOrEndpointName));
		},

		*owner(id: string): Work<string | undefined> {
			return (yield* first(session, db.select({ userId: flow.userId }).from(flow).where(eq(flow.id, id)).prepare(unnamed)))?.userId;
		},

		*list(userId: string, { limit = Number.MAX_SAFE_INTEGER, offset = 0 }: { limit?: number; offset?: number }): Work<readonly FlowRow[]> {
			const newest = db.select().from(flow).where(eq(flow.userId, userId)).orderBy(desc(flow.updatedAt), desc(flow.id));
			return yield* run(newest.limit(limit).offset(offset).prepare(unnamed));
		},

		*count(userId: string): Work<number> {
			return (yield* first(session, db.select({ count: count() }).from(flow).where(eq(flow.userId, userId)).prepare(unnamed)))?.count ?? 0;
		},
	};
}

/** Reads and writes of flow rows on one connection. */
export function createFlowWork(session: Session) {
	const { db, run, lock, now, newId } = session;
	const { flow } = session.tables;
	const reads = createFlowReads(session);
	return {
		...reads,

		*create(given: Parameters<FlowStore["create"]>[0]): Work<FlowRow | undefined> {
			const wanted = given.id ?? "";
			yield* lock({ exclusive: [userLock(given.userId), flowLock(wanted)] });
			if (yield* reads.named(given.userId, given.endpointName)) return undefined;
			const taken = wanted === "" || (yield* reads.owner(wanted)) !== undefined;
			const row = newFlowRow(given, { id: taken ? newId() : wanted, nowMs: now() });
			yield* run(db.insert(flow).values(row).prepare(unnamed));
			return row;
		},

		*update(userId: string, id: string, patch: Parameters<FlowStore["update"]>[2], revision: number | undefined): Work<FlowUpdateResult> {
			yield* lock({ exclusive: [userLock(userId)] });
			const row = yield* reads.find(userId, id);
			if (!row) return { updated: false, reason: "not-found" };
			if (revision !== undefined && revision !== row.revision) return { updated: false, reason: "conflict" };
			const changed = changedFlowRow(row, patch, now());
			const renamed = changed.endpointName !== row.endpointName;
			if (renamed && (yield* reads.named(userId, changed.endpointName))) return { updated: false, reason: "endpoint-name-taken" };
			yield* run(db.update(flow).set(changed).where(reads.own(userId, id)).prepare(unnamed));
			return { updated: true, flow: toFlowRecord(changed) };
		},
	};
}

interface FlowParts {
	readonly flows: ReturnType<typeof createFlowWork>;
	readonly clearing: ReturnType<typeof createClearing>;
}

export function createFlowStore(connection: Connection<FlowParts>): FlowStore {
	const { read, write } = connection;
	return {
		create: (given) => {
			// What the caller does to it while a slow driver stores it must change nothing.
			const flow = structuredClone(given);
			return write(({ flows }) => mapWork(flows.create(flow), optionalRecord));
		},
		get: (userId, idOrEndpointName) => read(({ flows }) => mapWork(flows.get(userId, idOrEndpointName), optionalRecord)),
		owner: (id) => read(({ flows }) => flows.owner(id)),
		list: (userId, options = {}) => read(({ flows }) => mapWork(flows.list(userId, options), (rows) => rows.map(toFlowRecord))),
		update: (userId, id, patch, options) => {
			const changes = structuredClone(patch);
			return write(({ flows }) => flows.update(userId, id, changes, options?.revision));
		},
		delete: async (userId, id) => {
			if (!(await read(({ flows }) => flows.find(userId, id)))) return false;
			return (await deleteFlow(connection, userId, id)).flows > 0;
		},
		count: (userId) => read(({ flows }) => flows.count(userId)),
	};
}

function optionalRecord(row: FlowRow | undefined) {
	return row && toFlowRecord(row);
}
