import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

/** A chat model that answers by a script and remembers what it was sent. */
export interface ScriptModel extends BaseChatModel {
	/** The messages of each call, in order. */
	readonly requests: readonly (readonly BaseMessage[])[];
}

/** @param answer says what to answer to the messages of a call; text is one answer without tool calls. A throw fails the call. */
export function createScriptModel(answer: (messages: readonly BaseMessage[]) => AIMessage | string): ScriptModel {
	return new Scripted(answer);
}

/** LangChain wants its models to be classes. */
class Scripted extends BaseChatModel implements ScriptModel {
	readonly requests: (readonly BaseMessage[])[] = [];
	readonly #answer: (messages: readonly BaseMessage[]) => AIMessage | string;

	constructor(answer: (messages: readonly BaseMessage[]) => AIMessage | string) {
		super({});
		this.#answer = answer;
	}

	_llmType(): string {
		return "script";
	}

	override bindTools(): this {
		return this;
	}

	override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
		const message = this.#take(messages);
		return { generations: [{ text: message.text, message }] };
	}

	override async *_streamResponseChunks(
		messages: BaseMessage[],
		_options: this["ParsedCallOptions"],
		runManager?: CallbackManagerForLLMRun,
	): AsyncGenerator<ChatGenerationChunk> {
		const message = this.#take(messages);
		const pieces = message.text.match(/\S+\s*/g) ?? [""];
		for (const [place, piece] of pieces.entries()) {
			const calls = place === pieces.length - 1 ? { tool_call_chunks: chunksOf(message) } : {};
			const chunk = new ChatGenerationChunk({ text: piece, message: new AIMessageChunk({ content: piece, ...calls }) });
			yield chunk;
			await runManager?.handleLLMNewToken(piece, undefined, undefined, undefined, undefined, { chunk });
		}
	}

	#take(messages: readonly BaseMessage[]): AIMessage {
		this.requests.push([...messages]);
		const answer = this.#answer(messages);
		return typeof answer === "string" ? new AIMessage(answer) : answer;
	}
}

function chunksOf(message: AIMessage) {
	return (message.tool_calls ?? []).map(({ id, name, args }, index) => ({ index, name, args: JSON.stringify(args), ...(id === undefined ? {} : { id }) }));
}
