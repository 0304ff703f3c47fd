/** A flow of the samples, by its endpoint name. */
export async function sampleFlow(origin: string, endpointName: string): Promise<string> {
	const response = await fetch(`${origin}/api/v1/flows/${endpointName}`);
	const flow: unknown = await response.json();
	if (typeof flow === "object" && flow !== null && "id" in flow && typeof flow.id === "string") return flow.id;
	throw new Error(`There is no sample flow ${endpointName}.`);
}

/** Says texts one after the other in a session, over the API. */
export async function talk(
	origin: string,
	{ flowId, sessionId }: { readonly flowId: string; readonly sessionId: string },
	texts: readonly string[],
): Promise<void> {
	for (const text of texts) {
		const response = await fetch(`${origin}/api/v1/run/${flowId}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ input_value: text, session_id: sessionId }),
		});
		if (!response.ok) throw new Error(`A run answered ${response.status}: ${await response.text()}`);
		await response.text();
	}
}

/** What a support chat may say after its first messages; as many texts as are asked for. */
export function smallTalk(count: number): readonly string[] {
	const topics = ["the export job", "the login page", "the invoice list", "the search index", "the mail queue", "the audit log", "the dashboard"];
	const states = ["is slow since this morning", "shows an old date", "works again after a restart", "has two new warnings", "was updated last week"];
	return Array.from({ length: count }, (_, index) => `Note ${index + 1}: ${topics[index % topics.length]} ${states[index % states.length]}.`);
}
