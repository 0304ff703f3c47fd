/** Whose memory: every row belongs to exactly one flow, user and session. Absent parts are `''`, never null. */
export interface SessionScope {
	readonly flowId: string;
	readonly userId: string;
	readonly sessionId: string;
	/** `''` reads all contexts of the session; any other value only its own messages. */
	readonly contextId: string;
}

/**
 * A scope as a string for in-memory maps. JSON, not joined text: parts may hold any separator.
 * @returns the same string for equal scopes and different strings for different ones.
 */
export function scopeKey(scope: SessionScope): string {
	return JSON.stringify([scope.flowId, scope.userId, scope.sessionId, scope.contextId]);
}
