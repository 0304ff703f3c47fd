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
