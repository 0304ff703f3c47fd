import { createModelProvider, type ModelProvider } from "@foldback/agent-component";
import {
	type ComponentRegistry,
	componentCatalogue,
	componentNode,
	createRegistry,
	defaultComponents,
	type Flow,
	fileKind,
	fileLimits,
	parseFlow,
	runFlow,
	updateTemplate,
} from "@foldback/flow-runtime";
import { createChatModelSummarizer } from "@foldback/langchain-session-memory/summarizer";
import type { Config } from "../config.ts";
import { supportAssistants } from "../samples/support-assistant.ts";
import { findComponent } from "./find-component.ts";
import type { FlowDocument, FlowEngine } from "./flow-engine.ts";
import { flowProblem } from "./flow-problem.ts";
import { memoryOptions } from "./memory-options.ts";

/** The flow runtime with all components and models. Imported lazily: this file pulls in everything heavy. */
export function createFlowEngine(config: Config): FlowEngine {
	const registry: ComponentRegistry = createRegistry(defaultComponents);
	const models = hostModels(config);
	// The store gives the same object for an unchanged flow: it is read and checked once, and not by every run.
	const flows = new WeakMap<FlowDocument, Flow>();
	const flowOf = (document: FlowDocument): Flow => {
		const flow = flows.get(document) ?? parseFlow(document);
		flows.set(document, flow);
		return flow;
	};
	const summarizer = async () => {
		const { model, name } = await models.resolve({ name: "", provider: "" }, { streaming: false, maxRetries: 0 });
		return createChatModelSummarizer(model, { name, maxRetries: 0 });
	};
	return {
		run: (document, request, context) => told(() => runFlow(flowOf(document), request, { ...context, models }, registry)),
		memoryOptions: (document, contextId, variable) => told(() => memoryOptions(document, contextId, { variable, models, registry })),
		updateNode({ type, template, field, value, toolMode }) {
			const component = findComponent(registry, { type, template, field });
			return { ...componentNode(component, { toolMode }), template: updateTemplate(component, template, { field, value }) };
		},
		refuseFile,
		imageType(bytes) {
			const found = fileKind(bytes);
			return found?.kind === "image" ? found.mimeType : undefined;
		},
		catalogue: () => componentCatalogue(registry),
		samples: () => supportAssistants(registry),
		defaultSummarizer: summarizer,
	};
}

function refuseFile(bytes: Uint8Array): ReturnType<FlowEngine["refuseFile"]> {
	const found = fileKind(bytes);
	if (!found) return { kind: "invalid-input", reason: "is neither UTF-8 text nor a PNG, JPEG, GIF or WebP image. Convert it to one of them." };
	const most = found.kind === "image" ? fileLimits.maxImageBytes : fileLimits.maxTextBytes;
	if (bytes.length <= most) return undefined;
	return {
		kind: "too-large",
		reason: `has ${bytes.length.toLocaleString("en")} bytes; ${most.toLocaleString("en")} are allowed for ${found.kind} files. Make it smaller.`,
	};
}

/** The host's key goes only to the host's own endpoint; many servers of open models want no key at all. */
function hostModels({ openaiApiKey, openaiBaseUrl, model }: Config): ModelProvider {
	const named = model === "" ? {} : { defaultModel: model };
	if (openaiApiKey === undefined && openaiBaseUrl === undefined) return createModelProvider(named);
	return createModelProvider({ ...named, openai: { apiKey: openaiApiKey ?? "no-key", ...(openaiBaseUrl === undefined ? {} : { baseUrl: openaiBaseUrl }) } });
}

async function told<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw flowProblem(error);
	}
}
