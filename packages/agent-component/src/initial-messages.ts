import type { BaseMessage } from "@langchain/core/messages";
import { messageText } from "./message-text.ts";
import type { AgentInput } from "./parse-agent-inputs.ts";

/** Sent when the input is blank and has no files: providers reject an empty message. */
export const blankInputText = "Continue the conversation.";

/** @returns the history, then the input, which is always a user's and always last. */
export async function buildInitialMessages(
	history: readonly BaseMessage[],
	input: Pick<AgentInput, "text" | "files" | "messageId">,
): Promise<readonly BaseMessage[]> {
	const { HumanMessage } = await import("@langchain/core/messages");
	const text = messageText(input.text, input.files);
	const content = text.trim() === "" ? blankInputText : text;
	return [...history, new HumanMessage(input.messageId === undefined ? { content } : { content, id: input.messageId })];
}
