import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ModelChoice, ModelProvider, ModelSettings } from "./agent-context.ts";
import { AgentError, shown } from "./agent-error.ts";
import { createRecentValues } from "./recent-values.ts";

/** The host's own OpenAI-compatible endpoint. */
export interface OpenAIEndpoint {
	readonly apiKey: string;
	/** Default `https://api.openai.com/v1`. */
	readonly baseUrl?: string;
	/** Model of this endpoint for flows that name none. */
	readonly defaultModel?: string;
}

export interface ModelProviderOptions {
	/** Absent: the offline model is all there is, but for flows with a key of their own. */
	readonly openai?: OpenAIEndpoint;
	/** Name of the model for flows that name none; wins over the endpoint's. */
	readonly defaultModel?: string;
	/** Whether a flow may use this endpoint of its own. Default: every http and https URL. */
	readonly allowBaseUrl?: (url: URL) => boolean;
}

/** What Langflow calls the providers that we have, in lower case. */
const providers: Readonly<Record<string, "openai" | "offline">> = {
	openai: "openai",
	"openai compatible": "openai",
	"openai-compatible": "openai",
	offline: "offline",
};
const offlineName = "offline-demo";
/** A model holds its client, which is made anew for nobody who asks for the same model with the same key. */
const maxKeptModels = 100;
const openaiUrl = "https://api.openai.com/v1";
const defaultOpenAIModel = "gpt-4o-mini";

/**
 * Makes chat models: the offline demo model, and those of any OpenAI-compatible endpoint. The host's key goes to the host's own base URL only;
 * a flow with a base URL of its own needs a key of its own. LangChain's provider package is loaded at the first use. The same choice with the same settings
 * gives the same model, which runs share.
 */
export function createModelProvider(options: ModelProviderOptions = {}): ModelProvider {
	const models = createRecentValues<Promise<BaseChatModel>>(maxKeptModels);
	return {
		async resolve(choice, settings = {}) {
			const { name, provider } = chosen(choice, options);
			if (provider === "offline") return { model: await createOffline(settings), name: offlineName };
			const endpoint = endpointFor(choice, options);
			const { apiKey, baseUrl } = endpoint;
			const { temperature, maxTokens, streaming, maxRetries } = settings;
			const key = JSON.stringify([name, apiKey, baseUrl, temperature, maxTokens, streaming, maxRetries]);
			return { model: await models.get(key, async () => createOpenAI(name, endpoint, settings)), name };
		},
	};
}

function chosen(choice: ModelChoice, options: ModelProviderOptions): { readonly name: string; readonly provider: "openai" | "offline" } {
	const provider = providerOf(choice);
	const name = choice.name === "" ? defaultName(choice, options) : choice.name;
	if (provider === "offline" || (provider === undefined && name === offlineName)) {
		if (name !== offlineName) throw unknownModel(`Model ${shown(name)} is unknown to the provider Offline`, options);
		return { name, provider: "offline" };
	}
	if (provider === undefined && options.openai === undefined && choice.apiKey === undefined) {
		throw unknownModel(`Model ${shown(name)} is unknown`, options);
	}
	return { name, provider: "openai" };
}

function providerOf(choice: ModelChoice): "openai" | "offline" | undefined {
	const name = choice.provider.trim().toLowerCase();
	if (name === "") return undefined;
	if (Object.hasOwn(providers, name)) return providers[name];
	throw new AgentError(
		"unknown-model",
		`Field model names the provider ${shown(choice.provider)}, but this host knows OpenAI (and every OpenAI-compatible endpoint) and Offline only. Choose one of them, or empty the field for the host's default model.`,
		{ field: "model" },
	);
}

/** A flow's own key without a model of its own still means OpenAI; otherwise the host decides. */
function defaultName(choice: ModelChoice, { defaultModel, openai }: ModelProviderOptions): string {
	const named = defaultModel ?? openai?.defaultModel;
	if (named !== undefined && named !== "") return named;
	if (openai === undefined && choice.baseUrl === undefined) return offlineName;
	if (openai?.baseUrl === undefined && choice.baseUrl === undefined) return defaultOpenAIModel;
	throw new AgentError("unknown-model", "Field model is empty and this host has no default model for its endpoint: choose a model, or set FOLDBACK_MODEL.", {
		field: "model",
	});
}

function unknownModel(what: string, { defaultModel, openai }: ModelProviderOptions): AgentError {
	const known = [...new Set([defaultModel, openai?.defaultModel, offlineName].filter((name) => name !== undefined && name !== ""))].join(", ");
	return new AgentError(
		"unknown-model",
		`${what}. Known here: ${known}. Choose one of them, give the flow an API key of its own, or set OPENAI_API_KEY on the host for OpenAI-compatible models.`,
		{ field: "model" },
	);
}

interface Endpoint {
	readonly apiKey: string;
	readonly baseUrl: string;
}

function endpointFor(choice: ModelChoice, options: ModelProviderOptions): Endpoint {
	const hostUrl = options.openai?.baseUrl ?? openaiUrl;
	const baseUrl = choice.baseUrl === undefined ? hostUrl : checkBaseUrl(choice.baseUrl, options);
	if (choice.apiKey !== undefined) return { apiKey: choice.apiKey, baseUrl };
	if (options.openai !== undefined && sameUrl(baseUrl, hostUrl)) return { apiKey: options.openai.apiKey, baseUrl };
	const why = choice.baseUrl === undefined ? "this host has no OpenAI key" : "the host's key is not sent to a flow's own base URL";
	throw new AgentError("model-unauthorized", `Field api_key is empty, and ${why}. Give the flow a key of its own in API Key.`, { field: "api_key" });
}

function checkBaseUrl(text: string, { allowBaseUrl = () => true }: ModelProviderOptions): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "" || !allowBaseUrl(url)) {
		throw new AgentError("invalid-input", "Field base_url is not allowed here: it must be an http or https URL without a user name.", { field: "base_url" });
	}
	return text;
}

function sameUrl(left: string, right: string): boolean {
	const normal = (text: string) => (URL.canParse(text) ? new URL(text).href.replace(/\/+$/, "") : text);
	return normal(left) === normal(right);
}

async function createOffline(settings: ModelSettings): Promise<BaseChatModel> {
	const { createOfflineModel } = await import("@foldback/offline-model");
	return createOfflineModel({ disableStreaming: settings.streaming === false });
}

async function createOpenAI(name: string, { apiKey, baseUrl }: Endpoint, settings: ModelSettings): Promise<BaseChatModel> {
	const [{ ChatOpenAI }, { estimateTokens }] = await Promise.all([import("@langchain/openai"), import("@foldback/session-compressor")]);
	const model = new ChatOpenAI({
		model: name,
		apiKey,
		// Null: the SDK would send the host's own organization and project from the environment, to whatever endpoint this is.
		configuration: { baseURL: baseUrl, organization: null, project: null },
		maxRetries: settings.maxRetries ?? 2,
		useResponsesApi: false,
		disableStreaming: settings.streaming === false,
		...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
		...(settings.maxTokens === undefined ? {} : { maxTokens: settings.maxTokens }),
	});
	// LangChain's own count downloads an encoding first, and blocks for over a minute without a network.
	model.getNumTokens = async (content) => estimateTokens(typeof content === "string" ? content : JSON.stringify(content));
	return model;
}
