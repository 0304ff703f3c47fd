import { type Config, offlineModel } from "../config.ts";
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

/** The model of flows that name none. The names are those of the model provider, which is not loaded yet. */
export function defaultModelName(config: Config): string {
	return config.model || (isOffline(config) ? offlineModel : "gpt-4o-mini");
}
