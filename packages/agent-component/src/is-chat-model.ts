import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

/** Whether a value is a LangChain chat model. Told by its methods: the class would have to be imported, and a duplicate package has another one. */
export function isChatModel(value: unknown): value is BaseChatModel {
	return typeof value === "object" && value !== null && hasMethod(value, "_llmType") && hasMethod(value, "invoke") && hasMethod(value, "stream");
}

function hasMethod(value: object, name: string): boolean {
	return typeof Reflect.get(value, name) === "function";
}
