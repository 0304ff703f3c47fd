import { and, count, desc, eq, ne } from "drizzle-orm";
import { type FlowRow, toFlowRecord } from "../flow-row.ts";
import type { FlowStore, FlowUpdateResult } from "../session-store.ts";
import type { Connection } from "./connection.ts";
import { flow, secret } from "./schema.ts";

export function createFlowStore({ db, read, write, now, newId }: Connection): FlowStore {
	const own = (userId: string, id: string) => and(eq(flow.userId, userId), eq(flow.id, id));
	const find = (userId: string, id: string): FlowRow | undefined => db.select().from(flow).where(own(userId, id)).get();
	const named = (userId: string, endpointName: string): FlowRow | undefined =>
		endpointName === ""
			? undefined
			: db
					.select()
					.from(flow)
					.where(and(eq(flow.userId, userId), eq(flow.endpointName, endpointName), ne(flow.endpointName, "")))
					.get();
	const freeId = (wanted: string | undefined): string => {
		if (wanted === undefined || wanted === "") return newId();
		return db.select({ id: flow.id }).from(flow).where(eq(flow.id, wanted)).get() ? newId() : wanted.toWellFormed();
	};

	const create = ({ id, userId, name, endpointName, document }: Parameters<FlowStore["create"]>[0]): FlowRow | undefined => {
		if (named(userId, endpointName ?? "")) return undefined;
		const row: FlowRow = {
			id: freeId(id),
			userId,
			name: name.toWellFormed(),
			endpointName: endpointName?.toWellFormed() ?? "",
			document: JSON.stringify(document),
			revision: 1,
			createdAt: now(),
			updatedAt: now(),
		};
		db.insert(flow).values(row).run();
		return row;
	};

	const update = (userId: string, id: string, patch: Parameters<FlowStore["update"]>[2], revision: number | undefined): FlowUpdateResult => {
		const row = find(userId, id);
		if (!row) return { updated: false, reason: "not-found" };
		if (revision !== undefined && revision !== row.revision) return { updated: false, reason: "conflict" };
		const endpointName = patch.endpointName === undefined ? row.endpointName : (patch.endpointName?.toWellFormed() ?? "");
		if (endpointName !== row.endpointName && named(userId, endpointName)) return { updated: false, reason: "endpoint-name-taken" };
		const changed: FlowRow = {
			...row,
			name: patch.name?.toWellFormed() ?? row.name,
			endpointName,
			document: patch.document ? JSON.stringify(patch.document) : row.document,
			revision: row.revision + 1,
			updatedAt: now(),
		};
		db.update(flow).set(changed).where(own(userId, id)).run();
		return { updated: true, flow: toFlowRecord(changed) };
	};

	return {
		create: (given) => write(() => optionalRecord(create(given))),
		get: (userId, idOrEndpointName) => read(() => optionalRecord(find(userId, idOrEndpointName) ?? named(userId, idOrEndpointName))),
		owner: (id) => read(() => db.select({ userId: flow.userId }).from(flow).where(eq(flow.id, id)).get()?.userId),
		list: (userId, { limit = -1, offset = 0 } = {}) =>
			read(() =>
				db.select().from(flow).where(eq(flow.userId, userId)).orderBy(desc(flow.updatedAt), desc(flow.id)).limit(limit).offset(offset).all().map(toFlowRecord),
			),
		update: (userId, id, patch, options) => write(() => update(userId, id, patch, options?.revision)),
		delete: (userId, id) =>
			write(() => {
				// Messages, states and journal go with the flow's row, by their foreign keys.
				if (db.delete(flow).where(own(userId, id)).returning({ id: flow.id }).all().length === 0) return false;
				db.delete(secret)
					.where(and(eq(secret.userId, userId), eq(secret.flowId, id)))
					.run();
				return true;
			}),
		count: (userId) => read(() => db.select({ count: count() }).from(flow).where(eq(flow.userId, userId)).get()?.count ?? 0),
	};
}

function optionalRecord(row: FlowRow | undefined) {
	return row && toFlowRecord(row);
}
