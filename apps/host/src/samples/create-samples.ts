import { localUser } from "../access/authenticate.ts";
import type { HostDependencies } from "../dependencies.ts";

/** The local user's mark has no name in it: it is older than the others. */
const markOf = (userId: string) => (userId === localUser ? "samples" : `samples of ${userId}`);

/**
 * Saves the sample flows for a user who has no flows, once in the life of a database, whoever of many callers is first: all of them or, when the process
 * ends meanwhile, none, and then the next call does it. A flow that was deleted does not come back.
 * @returns whether this call created them.
 */
export async function createSamples({ store, engine }: Pick<HostDependencies, "store" | "engine">, userId: string): Promise<boolean> {
	const mark = markOf(userId);
	// Making them takes the engine, which takes a second to load.
	if (await store.flows.marked(mark)) return false;
	const samples = (await engine()).samples();
	return await store.flows.createOnce(
		mark,
		samples.map((document) => ({ userId, name: String(document.name), endpointName: String(document.endpoint_name), document })),
	);
}
