import { and, count, desc, eq, sql } from "drizzle-orm";
import { changedFlowRow, type FlowRow, newFlowRow, toFlowRecord } from "../flow-row.ts";
import type { FlowStore, FlowUpdateResult } from "../session-store.ts";
import type { Connection } from "./connection.ts";
import { flow, secret } from "./schema.ts";

export function createFlowStore({ db, read, write, now, newId }: Connection): FlowStore {
	const own = (userId: string, id: string) => and(eq(flow.userId, userId), eq(flow.id, id));
	const queries = prepareFlowQueries(db);
	const find = (userId: string, id: string): FlowRow | undefined => queries.find.get({ userId, id });
	const named = (userId: string, endpointName: string | null): FlowRow | undefined =>
		endpointName === null || endpointName === "" ? undefined : queries.named.get({ userId, endpointName });

	const create = (given: Parameters<FlowStore["create"]>[0]): FlowRow | undefined => {
		if (named(given.userId, given.endpointName)) return undefined;
		const wanted = given.id ?? "";
		const taken = wanted === "" || db.select({ id: flow.id }).from(flow).where(eq(flow.id, wanted)).get() !== undefined;
		const row = newFlowRow(given, { id: taken ? newId() : wanted, nowMs: now() });
		db.insert(flow).values(row).run();
		return row;
	};

	const update = (userId: string, id: string, patch: Parameters<FlowStore["update"]>[2], revision: number | undefined): FlowUpdateResult => {
		const row = find(userId, id);
		if (!row) return { updated: false, reason: "not-found" };
		if (revision !== undefined && revision !== row.revision) return { updated: false, reason: "conflict" };
		const changed = changedFlowRow(row, patch, now());
		if (changed.endpointName !== row.endpointName && named(userId, changed.endpointName)) return { updated: false, reason: "endpoint-name-taken" };
		db.update(flow).set(changed).where(own(userId, id)).run();
		return { updated: true, flow: toFlowRecord(changed) };
	};

	const remove = (userId: string, id: string): boolean => {
		// Messages, states and journal go with the flow's row, by their foreign keys.
		const gone = db.delete(flow).where(own(userId, id)).returning({ id: flow.id }).all();
		const secrets = and(eq(secret.userId, userId), eq(secret.flowId, id));
		if (gone.length > 0) db.delete(secret).where(secrets).run();
		return gone.length > 0;
	};

	const list = (userId: string, limit: number, offset: number): readonly FlowRow[] =>
		db.select().from(flow).where(eq(flow.userId, userId)).orderBy(desc(flow.updatedAt), desc(flow.id)).limit(limit).offset(offset).all();

	return {
		create: (given) => write(() => optionalRecord(create(given))),
		get: (userId, idOrEndpointName) => read(() => optionalRecord(find(userId, idOrEndpointName) ?? named(userId, idOrEndpointName))),
		owner: (id) => read(() => db.select({ userId: flow.userId }).from(flow).where(eq(flow.id, id)).get()?.userId),
		list: (userId, { limit = Number.MAX_SAFE_INTEGER, offset = 0 } = {}) => read(() => list(userId, limit, offset).map(toFlowRecord)),
		update: (userId, id, patch, options) => write(() => update(userId, id, patch, options?.revision)),
		delete: (userId, id) => write(() => remove(userId, id)),
		count: (userId) => read(() => db.select({ count: count() }).from(flow).where(eq(flow.userId, userId)).get()?.count ?? 0),
	};
}

/** Every run asks for its flow first. */
function prepareFlowQueries(db: Connection["db"]) {
	const ofUser = eq(flow.userId, sql.placeholder("userId"));
	return {
		find: db
			.select()
			.from(flow)
			.where(and(ofUser, eq(flow.id, sql.placeholder("id"))))
			.prepare(),
		named: db
			.select()
			.from(flow)
			// The partial index holds only flows that have a name.
			.where(and(ofUser, eq(flow.endpointName, sql.placeholder("endpointName")), sql`endpoint_name <> ''`))
			.prepare(),
	};
}

function optionalRecord(row: FlowRow | undefined) {
	return row && toFlowRecord(row);
}
