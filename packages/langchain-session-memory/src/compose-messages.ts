import type { BaseMessage } from "@langchain/core/messages";
import { roleOf } from "./message-role.ts";
import type { ShownThread } from "./shown-thread.ts";

/** What a summary message carries, so that other software can tell it from what a user wrote. */
const summaryMark = { lc_source: "summarization", foldback: "session-memory" } as const;

/** @returns the messages for the model: instructions where they were, the summary, and the very objects that were given. */
export async function composeMessages(
	messages: readonly BaseMessage[],
	{ summary, leftOut }: Pick<ShownThread, "summary" | "leftOut">,
	placement: "message" | "merge",
): Promise<BaseMessage[]> {
	const { before, start } = leaveOut(messages, leftOut);
	const after = messages.slice(start);
	if (summary === undefined) return [...before, ...after];
	const merged = placement === "merge" ? await mergeInto(after, summary.text) : undefined;
	if (merged !== undefined) return [...before, ...merged];
	const { HumanMessage } = await import("@langchain/core/messages");
	return [...before, new HumanMessage({ content: summary.text, additional_kwargs: { ...summaryMark } }), ...after];
}

/** Where what is shown starts, and the instructions before it. */
function leaveOut(messages: readonly BaseMessage[], leftOut: number): { readonly before: readonly BaseMessage[]; readonly start: number } {
	const before: BaseMessage[] = [];
	let passed = 0;
	for (const [start, message] of messages.entries()) {
		if (roleOf(message) === undefined) before.push(message);
		else if (passed === leftOut) return { before, start };
		else passed += 1;
	}
	return { before, start: messages.length };
}

/** @returns undefined when no user message is there to take the summary. */
async function mergeInto(messages: readonly BaseMessage[], summary: string): Promise<readonly BaseMessage[] | undefined> {
	const at = messages.findIndex(({ type }) => type === "human");
	const first = messages[at];
	if (first === undefined) return undefined;
	const { HumanMessage } = await import("@langchain/core/messages");
	const { content, id, name, additional_kwargs, response_metadata } = first;
	const joined: BaseMessage["content"] = typeof content === "string" ? `${summary}\n\n${content}` : [{ type: "text", text: summary }, ...content];
	const kept = { additional_kwargs, response_metadata, ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
	return messages.with(at, new HumanMessage({ ...kept, content: joined }));
}
