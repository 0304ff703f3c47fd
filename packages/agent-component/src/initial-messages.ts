import type { BaseMessage } from "@langchain/core/messages";
import { loadMessages } from "./langchain-core.ts";
import { createFileBudget, type FileContext, messageContent } from "./message-content.ts";
import { messageText } from "./message-text.ts";
import type { AgentInput } from "./parse-agent-inputs.ts";

/** Sent when the input is blank and has no files: providers reject an empty message. */
export const blankInputText = "Continue the conversation.";

/** @returns the history, then the input with its files, which is always a user's and always last. Without a context files are only named. */
export async function buildInitialMessages(
	history: readonly BaseMessage[],
	input: Pick<AgentInput, "text" | "files" | "messageId">,
	context?: FileContext,
): Promise<readonly BaseMessage[]> {
	const { HumanMessage } = await loadMessages();
	const whole = context ? await messageContent(input, context, createFileBudget()) : messageText(input.text, input.files);
	const content = typeof whole === "string" && whole.trim() === "" ? blankInputText : whole;
	return [...history, new HumanMessage(input.messageId === undefined ? { content } : { content, id: input.messageId })];
}
