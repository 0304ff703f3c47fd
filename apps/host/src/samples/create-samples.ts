import { localUser } from "../access/authenticate.ts";
import type { HostDependencies } from "../dependencies.ts";

const mark = "samples";

/**
 * Saves the sample flows for the local user, once in the life of a database, whichever of its hosts is first: all of them or, when the process ends
 * meanwhile, none, and then the next start does it. A flow that was deleted does not come back.
 * @returns whether this call created them.
 */
export async function createSamples({ store, engine }: Pick<HostDependencies, "store" | "engine">): Promise<boolean> {
	// Making them takes the engine, which takes a second to load.
	if (await store.flows.marked(mark)) return false;
	const samples = (await engine()).samples();
	return await store.flows.createOnce(
		mark,
		samples.map((document) => ({ userId: localUser, name: String(document.name), endpointName: String(document.endpoint_name), document })),
	);
}
