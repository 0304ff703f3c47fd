import type { BaseMessage } from "@langchain/core/messages";
import { answer, answerFromTool } from "./answer.ts";
import { fillSchema } from "./fill-schema.ts";
import { readFoldPrompt } from "./fold-prompt.ts";
import { foldReply } from "./fold-reply.ts";
import type { Passage } from "./passage.ts";
import { freshToolOutputs, readPassages } from "./read-messages.ts";
import { type ToolRequest, toolRequests } from "./tool-request.ts";
import type { ToolSchema } from "./tool-schema.ts";

/** What the model says: text, or calls of tools. */
export type Reply = { readonly text: string } | { readonly calls: readonly ToolRequest[] };

/** `auto`: tools are called when the input asks for it; `none`: never; `any`: one must be; otherwise the name of the one that must be. */
export type ToolChoiceName = string;

/** @returns the reply to the messages, decided by nothing but its arguments. */
export function replyTo(messages: readonly BaseMessage[], tools: readonly ToolSchema[], choice: ToolChoiceName): Reply {
	const passages = readPassages(messages);
	if (tools.length === 0 || choice === "none") {
		const prompt = readFoldPrompt(passages);
		if (prompt !== undefined) return { text: foldReply(prompt) };
		return { text: textReply(messages, passages) };
	}
	const input = passages.findLast((passage) => passage.role === "user")?.text ?? "";
	const outputs = freshToolOutputs(messages);
	if (outputs.length === 0) {
		const calls = toolRequests(input, choice === "auto" || choice === "any" ? tools : tools.filter((tool) => tool.name === choice));
		if (calls.length > 0) return { calls };
	}
	const forced = choice === "auto" ? undefined : (tools.find((tool) => tool.name === choice) ?? tools.at(-1));
	if (forced !== undefined) return { calls: [{ name: forced.name, args: fillSchema(forced, passages) }] };
	return { text: textReply(messages, passages) };
}

function textReply(messages: readonly BaseMessage[], passages: readonly Passage[]): string {
	const outputs = freshToolOutputs(messages);
	const input = passages.findLast((passage) => passage.role === "user")?.text ?? "";
	return outputs.length > 0 ? outputs.map((output) => answerFromTool(input, output)).join("\n") : answer(passages);
}
