import type { BaseMessage } from "@langchain/core/messages";
import type { Passage } from "./passage.ts";

const roles: Readonly<Record<string, Passage["role"]>> = {
	human: "user",
	generic: "user",
	ai: "assistant",
	tool: "tool",
	function: "tool",
	system: "system",
	developer: "system",
};

/** @returns the messages' texts with their roles; messages without text are left out. */
export function readPassages(messages: readonly BaseMessage[]): Passage[] {
	return messages.map((message): Passage => ({ role: roles[message.type] ?? "user", text: message.text })).filter(({ text }) => text.trim() !== "");
}

/** Results of tools that were called for the newest user message. */
export function freshToolOutputs(messages: readonly BaseMessage[]): { readonly name: string; readonly output: string }[] {
	const from = messages.findLastIndex((message) => message.type === "human");
	return messages
		.slice(from + 1)
		.filter((message) => message.type === "tool")
		.map((message) => ({ name: message.name ?? "The tool", output: message.text }));
}
