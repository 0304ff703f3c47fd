import type { SessionKey } from "./conditions.ts";

/** What is locked, in parts: its kind first. Compared as a whole, never joined. */
export type LockName = readonly string[];

/** Locks that a write takes together, in one order for all writes, so that no two wait for each other. */
export interface LockRequest {
	/** Held by many writes at once, and by none while another has it exclusively. */
	readonly shared?: readonly LockName[];
	readonly exclusive: readonly LockName[];
}

/** More sessions than this lock their whole flows instead: a server has room for a limited number of locks. */
const maxSessionLocks = 50;

/** The locks of a write to rows or memory of these sessions. Each shares its flow, so that a flow is not deleted in between. */
export function sessionLocks(sessions: readonly SessionKey[], others: readonly LockName[] = []): LockRequest {
	const flows = sessions.map(({ flowId }) => flowLock(flowId));
	if (sessions.length > maxSessionLocks) return { exclusive: [...flows, ...others] };
	return { shared: flows, exclusive: [...sessions.map(({ flowId, userId, sessionId }) => ["session", flowId, userId, sessionId]), ...others] };
}

export function flowLock(flowId: string): LockName {
	return ["flow", flowId];
}

/** Endpoint names are unique per user, so changes of a user's flows go one after the other. */
export function userLock(userId: string): LockName {
	return ["user", userId];
}

export function markLock(name: string): LockName {
	return ["mark", name];
}

export function messageLock(id: string): LockName {
	return ["message", id];
}

/** A row was moved to another session between a look at it and the lock of its session: the write starts again. Never seen outside a store. */
export class SessionMoved extends Error {
	constructor(id: string) {
		super(`The message ${id} was moved to another session while its session was being locked.`);
		this.name = "SessionMoved";
	}
}
