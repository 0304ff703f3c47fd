/** What a session is called on the screen: the default one has the flow's id. */
export function sessionName(flowId: string, sessionId: string): string {
	if (sessionId === flowId) return "Default session";
	// An API client may name one with nothing that can be seen.
	return sessionId.trim() === "" ? JSON.stringify(sessionId) : sessionId;
}

/** A name that no session has: `New chat`, then `New chat 2`, and so on. */
export function newSessionName(taken: readonly string[]): string {
	const names = new Set(taken.map((name) => name.toLowerCase()));
	for (let count = 1; ; count++) {
		const name = count === 1 ? "New chat" : `New chat ${count}`;
		if (!names.has(name.toLowerCase())) return name;
	}
}

/** The list of the sidebar: the default session, the one that is shown though nothing is stored in it yet, then the others, newest first. */
export function sessionList(flowId: string, stored: readonly string[], shown: string): readonly string[] {
	const unsaved = shown === flowId || stored.includes(shown) ? [] : [shown];
	return [flowId, ...unsaved, ...stored.filter((id) => id !== flowId)];
}
