import { setImmediate } from "node:timers/promises";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
	BaseChatModel,
	type BaseChatModelCallOptions,
	type BaseChatModelParams,
	type BindToolsInput,
	type LangSmithParams,
} from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { disclaimer } from "./answer.ts";
import { type Reply, replyTo } from "./reply.ts";
import { estimateTokens } from "./tokens.ts";
import type { ToolRequest } from "./tool-request.ts";
import { readToolSchemas } from "./tool-schema.ts";

/** Default name of the offline model. */
export const offlineModelName = "offline-demo";

export interface OfflineModelOptions extends BaseChatModelParams {
	/** Name that replies and usage report. Default `offline-demo`. */
	readonly modelName?: string;
}

interface OfflineCallOptions extends BaseChatModelCallOptions {
	tools?: unknown;
}

/**
 * A chat model that needs no key and no network, and is honest about it: its replies are made of what it was sent and say when that holds nothing.
 * The same messages and tools always give the same reply. Token counts are estimates.
 */
export function createOfflineModel(options: OfflineModelOptions = {}): BaseChatModel {
	return new OfflineChatModel(options);
}

/** LangChain wants a class. */
class OfflineChatModel extends BaseChatModel<OfflineCallOptions> {
	readonly model: string;

	constructor({ modelName = offlineModelName, ...rest }: OfflineModelOptions) {
		super(rest);
		this.model = modelName;
	}

	_llmType(): string {
		return "offline";
	}

	override getLsParams(options: this["ParsedCallOptions"]): LangSmithParams {
		return { ...super.getLsParams(options), ls_provider: "offline", ls_model_name: this.model };
	}

	/** LangChain's own count downloads an encoding first. */
	override async getNumTokens(content: Parameters<BaseChatModel["getNumTokens"]>[0]): Promise<number> {
		return estimateTokens(typeof content === "string" ? content : JSON.stringify(content));
	}

	override bindTools(tools: BindToolsInput[], kwargs?: Partial<OfflineCallOptions>): Runnable<BaseLanguageModelInput, AIMessageChunk, OfflineCallOptions> {
		return this.withConfig({ ...kwargs, tools: tools.map((tool) => convertToOpenAITool(tool)) } as Partial<OfflineCallOptions>);
	}

	override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
		await letOthersRun();
		options.signal?.throwIfAborted();
		const reply = this.#reply(messages, options);
		const message = new AIMessage({
			content: "text" in reply ? reply.text : "",
			tool_calls: "calls" in reply ? reply.calls.map((call, index) => ({ ...call, id: callId(messages, index), type: "tool_call" })) : [],
			response_metadata: this.#metadata(reply),
		});
		Object.assign(message, { usage_metadata: usageOf(messages, reply) });
		return { generations: [{ text: message.text, message }], llmOutput: {} };
	}

	override async *_streamResponseChunks(
		messages: BaseMessage[],
		options: this["ParsedCallOptions"],
		run?: CallbackManagerForLLMRun,
	): AsyncGenerator<ChatGenerationChunk> {
		await letOthersRun();
		const reply = this.#reply(messages, options);
		for (const piece of "text" in reply ? pieces(reply.text) : []) {
			options.signal?.throwIfAborted();
			const chunk = new ChatGenerationChunk({ text: piece, message: new AIMessageChunk({ content: piece }) });
			yield chunk;
			await run?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk });
		}
		options.signal?.throwIfAborted();
		const message = new AIMessageChunk({
			content: "",
			tool_call_chunks: "calls" in reply ? reply.calls.map((call, index) => toolCallChunk(call, callId(messages, index), index)) : [],
			response_metadata: this.#metadata(reply),
		});
		Object.assign(message, { usage_metadata: usageOf(messages, reply) });
		const chunk = new ChatGenerationChunk({ text: "", message });
		yield chunk;
		await run?.handleLLMNewToken("", undefined, undefined, undefined, undefined, { chunk });
	}

	#reply(messages: readonly BaseMessage[], options: this["ParsedCallOptions"]): Reply {
		return replyTo(messages, readToolSchemas(options.tools), choiceName(options.tool_choice));
	}

	#metadata(reply: Reply): Record<string, string> {
		return { model_name: this.model, model_provider: "offline", finish_reason: "text" in reply ? "stop" : "tool_calls", notice: disclaimer };
	}
}

/** A call over the network gives the process time for other work; without it, many calls in a row would let no request, timer or signal through. */
async function letOthersRun(): Promise<void> {
	await setImmediate();
}

/** LangChain and OpenAI say it in several ways: `any` and `required`, a bare name, `{type: "function", function: {name}}`. */
function choiceName(choice: unknown): string {
	if (choice === undefined || choice === null || choice === "auto") return "auto";
	if (typeof choice === "string") return choice === "required" ? "any" : choice;
	const named = choice as { readonly name?: unknown; readonly function?: { readonly name?: unknown } };
	const name = named.function?.name ?? named.name;
	return typeof name === "string" ? name : "any";
}

function pieces(text: string): string[] {
	return text.match(/\s*\S+\s*/gu) ?? [text];
}

function toolCallChunk(call: ToolRequest, id: string, index: number) {
	return { name: call.name, args: JSON.stringify(call.args), id, index, type: "tool_call_chunk" as const };
}

/** The same conversation gives the same ids; the next call of it gives others. */
function callId(messages: readonly BaseMessage[], index: number): string {
	return `call_${messages.length}_${index}`;
}

/** Role and delimiters, as chat formats add them. */
const tokensPerMessage = 4;

/** Set by assignment: LangChain 1.4 types the constructor's `usage_metadata` as undefined. */
function usageOf(messages: readonly BaseMessage[], reply: Reply): UsageMetadata {
	const input_tokens = messages.reduce((sum, message) => sum + tokensPerMessage + estimateTokens(message.text), 0);
	const output_tokens = estimateTokens("text" in reply ? reply.text : JSON.stringify(reply.calls));
	return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
}
