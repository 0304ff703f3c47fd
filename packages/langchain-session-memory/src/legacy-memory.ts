import type { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import type { ThreadMemory } from "./thread-memory.ts";
import type { Thread } from "./thread-scope.ts";

export interface LegacyMemoryOptions {
	readonly memory: ThreadMemory;
	readonly thread: Thread;
	/** Where the messages are kept; all of them stay there. */
	readonly chatHistory: BaseListChatMessageHistory;
	/** Folds when `memory` was made without a summary model. */
	readonly model?: BaseChatModel;
	/** Name of the variable that chains read. Default `history`. */
	readonly memoryKey?: string;
	/** Which input is the user's text. Default: the only one beside `memoryKey`. */
	readonly inputKey?: string;
	/** Which output is the answer. Default: the only one. */
	readonly outputKey?: string;
	/** True: the variable holds messages; false: one text. Default false, as the classes had it. */
	readonly returnMessages?: boolean;
}

/** The shape of LangChain's former memory classes (`BufferMemory` and its kin), for code that was written against them. */
export interface LegacyMemory {
	readonly chatHistory: BaseListChatMessageHistory;
	readonly memoryKeys: string[];
	loadMemoryVariables(values: Readonly<Record<string, unknown>>): Promise<Record<string, string | BaseMessage[]>>;
	saveContext(inputValues: Readonly<Record<string, unknown>>, outputValues: Readonly<Record<string, unknown>>): Promise<void>;
	/** Deletes the messages and what is remembered of them. */
	clear(): Promise<void>;
}

export function createLegacyMemory(options: LegacyMemoryOptions): LegacyMemory {
	const { memory, thread, chatHistory, model, memoryKey = "history", inputKey, outputKey, returnMessages = false } = options;
	return {
		chatHistory,
		memoryKeys: [memoryKey],
		async loadMemoryVariables() {
			const all = await chatHistory.getMessages();
			const { messages } = await memory.recall(all, thread, { current: "none", ...(model === undefined ? {} : { model }) });
			if (returnMessages) return { [memoryKey]: messages };
			const { getBufferString } = await import("@langchain/core/messages");
			return { [memoryKey]: getBufferString(messages) };
		},
		async saveContext(inputValues, outputValues) {
			const { AIMessage, HumanMessage } = await import("@langchain/core/messages");
			const question = textOf(inputValues, inputKey, { option: "inputKey", ignored: memoryKey });
			const answer = textOf(outputValues, outputKey, { option: "outputKey", ignored: undefined });
			await chatHistory.addMessages([new HumanMessage(question), new AIMessage(answer)]);
		},
		async clear() {
			await chatHistory.clear();
			await memory.forget(thread);
		},
	};
}

/** @throws Error when the value cannot be told from others, or is no text. */
function textOf(
	values: Readonly<Record<string, unknown>>,
	key: string | undefined,
	at: { readonly option: string; readonly ignored: string | undefined },
): string {
	const names = Object.keys(values).filter((name) => name !== at.ignored);
	const name = key ?? (names.length === 1 ? names[0] : undefined);
	const found = names.length === 0 ? "none" : names.join(", ");
	if (name === undefined) throw new Error(`saveContext got the values ${found}, and must know which one to keep: set ${at.option}.`);
	const value = values[name];
	if (typeof value === "string") return value;
	throw new Error(
		`saveContext keeps the value ${JSON.stringify(name)}, which is ${value === undefined ? "missing" : typeof value}: give a string, or set ${at.option}.`,
	);
}
