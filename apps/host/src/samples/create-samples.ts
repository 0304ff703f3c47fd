import type { HostDependencies } from "../dependencies.ts";
import { createFlow } from "../flows/save-flow.ts";

/** Saves the sample flows for the local user. One whose endpoint name is taken is there already. */
export async function createSamples(deps: HostDependencies): Promise<void> {
	const engine = await deps.engine();
	for (const document of engine.samples()) {
		const name = document.endpoint_name;
		if (typeof name === "string" && (await deps.store.flows.get("local", name))) continue;
		await createFlow(deps, "local", document);
	}
}
