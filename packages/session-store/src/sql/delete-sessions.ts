import { setImmediate } from "node:timers/promises";
import type { ErasedData } from "../session-store.ts";
import { type ClearedSessions, type createClearing, nothingErased, rowsAtOnce, sessionsAtOnce } from "./clearing.ts";
import type { Connection } from "./session.ts";

type ClearingConnection = Connection<{ readonly clearing: ReturnType<typeof createClearing> }>;

/** Flows whose sessions one statement names at most: drivers take a limited number of values. */
const flowsAtOnce = 500;

/** Lets whatever waits in this process run: a driver that answers at once would never let go. */
export const giveWay = (): Promise<void> => setImmediate();

/** Removes sessions piece by piece, each in a transaction of its own. @returns what was removed. */
export async function deleteSessions({ forget }: ClearingConnection, { userId, flowIds, sessionIds }: ClearedSessions): Promise<ErasedData> {
	let total = nothingErased;
	for (const flows of chunks(flowIds, flowsAtOnce)) {
		for (const names of chunks(sessionIds, sessionsAtOnce)) {
			for (;;) {
				const erased = await forget(({ clearing }) => clearing.clearSessions({ userId, flowIds: flows, sessionIds: names }));
				total = sum(total, erased);
				if (erased.messages < rowsAtOnce) break;
				await giveWay();
			}
			await giveWay();
		}
	}
	return total;
}

/** Removes all sessions of a flow. */
export async function deleteFlowSessions(connection: ClearingConnection, userId: string, flowId: string): Promise<ErasedData> {
	const sessionIds = await connection.read(({ clearing }) => clearing.sessionsOf(userId, flowId));
	return await deleteSessions(connection, { userId, flowIds: [flowId], sessionIds });
}

/** Removes a flow: first its sessions, piece by piece, then the flow with what came in meanwhile. */
export async function deleteFlow(connection: ClearingConnection, userId: string, flowId: string): Promise<ErasedData> {
	const sessions = await deleteFlowSessions(connection, userId, flowId);
	return sum(sessions, await connection.forget(({ clearing }) => clearing.removeFlow(userId, flowId)));
}

/** Adds up what was removed, kind by kind. */
export function sum(left: ErasedData, right: ErasedData): ErasedData {
	return {
		messages: left.messages + right.messages,
		states: left.states + right.states,
		folds: left.folds + right.folds,
		runs: left.runs + right.runs,
		keptAnswers: left.keptAnswers + right.keptAnswers,
		flows: left.flows + right.flows,
		secrets: left.secrets + right.secrets,
	};
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
