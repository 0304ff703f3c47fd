import { and, count, desc, eq, sql } from "drizzle-orm";
import { createFlowDocuments } from "../flow-documents.ts";
import { changedFlowRow, type FlowRow, newFlowRow, toFlowRecord } from "../flow-row.ts";
import type { FlowStore, FlowUpdateResult } from "../session-store.ts";
import type { createClearing } from "./clearing.ts";
import { givenEqual } from "./conditions.ts";
import { deleteFlow } from "./delete-sessions.ts";
import { flowLock, markLock, userLock } from "./locks.ts";
import { type Connection, first, type Session, unnamed } from "./session.ts";
import { mapWork, type Work } from "./work.ts";

/** Reads of flow rows on one connection. */
function createFlowReads(session: Session) {
	const { db, run } = session;
	const { flow, mark } = session.tables;
	const own = (userId: string, id: string) => and(eq(flow.userId, userId), eq(flow.id, id));
	const ofUser = givenEqual(flow.userId, "userId");
	const byId = db
		.select()
		.from(flow)
		.where(and(ofUser, givenEqual(flow.id, "id")))
		.prepare("flow_by_id");
	// The index of endpoint names is partial: its condition stands here as it has it, without a parameter.
	const byName = db
		.select()
		.from(flow)
		.where(and(ofUser, givenEqual(flow.endpointName, "endpointName"), sql`endpoint_name <> ''`))
		.prepare("flow_by_name");
	const find = (userId: string, id: string): Work<FlowRow | undefined> => first(session, byId, { userId, id });
	const named = (userId: string, endpointName: string | null): Work<FlowRow | undefined> =>
		first(session, byName, { userId, endpointName: endpointName ?? "" });
	return {
		own,
		find,
		named,

		*get(userId: string, idOrEndpointName: string): Work<FlowRow | undefined> {
			return (yield* find(userId, idOrEndpointName)) ?? (yield* named(userId, idOrEndpointName));
		},

		*marked(name: string): Work<boolean> {
			return (yield* first(session, db.select({ name: mark.name }).from(mark).where(eq(mark.name, name)).prepare(unnamed))) !== undefined;
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
	const { flow, mark } = session.tables;
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

		*createOnce(name: string, given: Parameters<FlowStore["createOnce"]>[1]): Work<boolean> {
			yield* lock({ exclusive: [markLock(name), ...given.map(({ userId }) => userLock(userId))] });
			const marked = db.insert(mark).values({ name, createdAt: now() }).onConflictDoNothing().returning({ name: mark.name });
			if ((yield* run(marked.prepare(unnamed))).length === 0) return false;
			for (const { userId } of given) if ((yield* reads.count(userId)) > 0) return false;
			for (const each of given) {
				const row = newFlowRow(each, { id: newId(), nowMs: now() });
				yield* run(db.insert(flow).values(row).prepare(unnamed));
			}
			return true;
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
	const documents = createFlowDocuments();
	return {
		create: (given) => {
			// What the caller does to it while a slow driver stores it must change nothing.
			const flow = structuredClone(given);
			return write(({ flows }) => mapWork(flows.create(flow), optionalRecord));
		},
		createOnce: (mark, given) => write(({ flows }) => flows.createOnce(mark, given)),
		marked: (mark) => read(({ flows }) => flows.marked(mark)),
		get: (userId, idOrEndpointName) => read(({ flows }) => mapWork(flows.get(userId, idOrEndpointName), (row) => row && documents.toRecord(row))),
		list: (userId, options = {}) => read(({ flows }) => mapWork(flows.list(userId, options), (rows) => rows.map((row) => toFlowRecord(row)))),
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
