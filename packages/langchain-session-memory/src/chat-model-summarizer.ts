import { type FoldReply, type FoldRequest, type Summarizer, SummarizerError } from "@foldback/session-compressor";
import type { BaseChatModel, BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import type { AIMessageChunk, BaseMessageLike } from "@langchain/core/messages";
import { modelFailureCode } from "./model-failure-code.ts";
import { readTokenUsage } from "./token-usage.ts";

export interface ChatModelSummarizerOptions {
	/** Name reported when the reply does not tell its model. Default: the model's own name, else its type. */
	readonly name?: string;
	/** Retries of a failed call, for providers that take it per call (OpenAI does); others keep what the model was made with. Default 1. */
	readonly maxRetries?: 0 | 1;
}

/** Name of a fold's run in traces; also its first tag. */
const runName = "foldback:fold";

/** LangGraph leaves runs with these tags out of its message streams. */
const tags = [runName, "nostream", "langsmith:nostream"];

/**
 * A LangChain chat model as the compressor's summarizer: one call, no tools, no response schema. It runs apart from any run that it is called in
 * (no callbacks, tags or metadata of a parent), so a chat's token stream shows nothing of it. Rejects with a `SummarizerError`.
 */
export function createChatModelSummarizer(model: BaseChatModel, options: ChatModelSummarizerOptions = {}): Summarizer {
	const fallbackName = options.name ?? nameOf(model);
	return async (request, { signal }) => {
		const message = await call(model, request, { ...callOptions(options), signal });
		refuse(message);
		const finishReason = textIn(message.response_metadata, ["finish_reason", "stop_reason", "finishReason", "stopReason", "done_reason"]);
		const usage = readTokenUsage(message);
		const reply: FoldReply = {
			text: message.text,
			model: textIn(message.response_metadata, ["model_name", "model", "modelName"]) ?? fallbackName,
			...(finishReason === undefined ? {} : { finishReason }),
			...(usage === undefined ? {} : { usage }),
		};
		return reply;
	};
}

interface CallOptions extends Partial<BaseChatModelCallOptions> {
	readonly maxRetries: number;
}

/** Empty values are given on purpose: an absent one would be taken from the run that surrounds the call. */
function callOptions({ maxRetries = 1 }: ChatModelSummarizerOptions): CallOptions {
	return { callbacks: [], tags, metadata: {}, runName, maxRetries };
}

async function call(model: BaseChatModel, request: FoldRequest, options: CallOptions & { readonly signal: AbortSignal }): Promise<AIMessageChunk> {
	const messages: BaseMessageLike[] = [
		["system", request.system],
		["human", request.user],
	];
	try {
		return isStreaming(model) ? await collect(await model.stream(messages, options)) : await model.invoke(messages, options);
	} catch (error) {
		if (SummarizerError.isInstance(error)) throw error;
		const code = options.signal.aborted ? "aborted" : modelFailureCode(error);
		throw new SummarizerError(code, `The summary model's call failed (${code}).`, { cause: error });
	}
}

/** `invoke` on a model made with `streaming: true` counts tokens with an encoding that it downloads first; reading its stream does not. */
function isStreaming(model: BaseChatModel): boolean {
	return "streaming" in model && model.streaming === true;
}

async function collect(stream: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
	let whole: AIMessageChunk | undefined;
	for await (const chunk of stream) whole = whole === undefined ? chunk : whole.concat(chunk);
	if (whole === undefined) throw new SummarizerError("empty-reply", "The summary model's stream ended without a reply.");
	return whole;
}

function refuse(message: AIMessageChunk): void {
	const refusal: unknown = message.additional_kwargs.refusal;
	const said = typeof refusal === "string" && refusal.trim() !== "";
	const isPart = Array.isArray(message.content) && message.content.some((part) => part.type === "refusal");
	if (said || isPart) throw new SummarizerError("refusal", "The summary model refused.");
}

function nameOf(model: BaseChatModel): string {
	return textIn(model, ["model", "modelName", "modelId"]) ?? model._llmType();
}

function textIn(record: object | undefined, keys: readonly string[]): string | undefined {
	for (const key of keys) {
		const value: unknown = record === undefined ? undefined : Reflect.get(record, key);
		if (typeof value === "string" && value !== "") return value;
	}
	return undefined;
}
