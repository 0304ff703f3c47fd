import { createRegistry, defaultComponents, parseFlow, runFlow } from "@foldback/flow-runtime";
import type { Config } from "../config.ts";
import { supportAssistants } from "../samples/support-assistant.ts";
import type { FlowEngine } from "./flow-engine.ts";
import { flowProblem } from "./flow-problem.ts";

/** The flow runtime with all components and models. Imported lazily: this file pulls in everything heavy. */
export function createFlowEngine(_config: Config): FlowEngine {
	const registry = createRegistry(defaultComponents);
	return {
		async run(document, request, context) {
			try {
				return await runFlow(parseFlow(document), request, { ...context, models: { resolve: () => Promise.reject(new Error("later")) } }, registry);
			} catch (error) {
				throw flowProblem(error);
			}
		},
		memoryOptions: async () => ({}),
		updateNode: () => Promise.reject(new Error("later")),
		samples: () => supportAssistants(registry),
		defaultSummarizer: () => Promise.reject(new Error("later")),
	};
}
