import type { Config } from "../config.ts";
import type { FlowEngine } from "./flow-engine.ts";

/** The runtime and the model libraries take more than a second to load: the first run waits for them, not the start. */
export function lazyEngine(config: Config): () => Promise<FlowEngine> {
	let loading: Promise<FlowEngine> | undefined;
	return () => {
		loading ??= import("./load-engine.ts").then(({ createFlowEngine }) => createFlowEngine(config));
		return loading;
	};
}

/** Whether flows that name no model get the offline one. */
export function isOffline(config: Config): boolean {
	return config.openaiApiKey === undefined && config.openaiBaseUrl === undefined;
}

/** The model of flows that name none. */
export function defaultModelName(config: Config): string {
	return config.model || (isOffline(config) ? "foldback-offline" : "gpt-4o-mini");
}
