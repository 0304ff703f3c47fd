/** Keys of everything that is kept of the host's answers. A key invalidates all that begin with it. */
export const queryKeys = {
	about: ["about"],
	catalogue: ["catalogue"],
	flows: ["flows"],
	flow: (flowId: string) => ["flow", flowId],
	sessions: (flowId: string) => ["sessions", flowId],
	messages: (flowId: string, sessionId: string) => ["messages", flowId, sessionId],
	sessionMemory: (flowId: string, sessionId: string, contextId = "") => ["session-memory", flowId, sessionId, contextId],
} as const satisfies Record<string, readonly string[] | ((...parts: string[]) => readonly string[])>;
