import type { FlowStore } from "@foldback/session-store";

/** Endpoint name of the flow row that holds a user's Agent Squad chats. */
const endpointName = "foldback-agent-squad";
const rememberedUsers = 1_000;

/** Ids of the flow rows that hold the users' chats: one for each user, since a flow belongs to one. */
export interface SquadFlows {
	/** @returns undefined for a user without chats. */
	find(userId: string): Promise<string | undefined>;
	/** @returns the user's row, made where needed. */
	ensure(userId: string): Promise<string>;
	/** The row was deleted by somebody. */
	forget(userId: string): void;
}

export function createSquadFlows(flows: FlowStore): SquadFlows {
	const known = new Map<string, string>();

	async function find(userId: string): Promise<string | undefined> {
		const id = known.get(userId) ?? (await flows.get(userId, endpointName))?.id;
		if (id === undefined) return undefined;
		if (known.size >= rememberedUsers) known.clear();
		known.set(userId, id);
		return id;
	}

	async function ensure(userId: string): Promise<string> {
		const existing = await find(userId);
		if (existing !== undefined) return existing;
		// Refused when another process has just made it.
		await flows.create({ userId, name: "Agent Squad", endpointName, document: { data: { nodes: [], edges: [] } } });
		const made = await find(userId);
		if (made === undefined)
			throw new Error(`The flow row for Agent Squad's chats of user ${JSON.stringify(userId)} is gone right after it was made: try again.`);
		return made;
	}

	return { find, ensure, forget: (userId) => void known.delete(userId) };
}
