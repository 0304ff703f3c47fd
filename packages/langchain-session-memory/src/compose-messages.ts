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
	let passed = 0;
	const start = leftOut === 0 ? firstSpoken(messages) : messages.findIndex((message) => roleOf(message) !== undefined && passed++ === leftOut);
	const end = start < 0 ? messages.length : start;
	const before = leftOut === 0 ? messages.slice(0, end) : messages.slice(0, end).filter((message) => roleOf(message) === undefined);
	const after = messages.slice(end);
	if (summary === undefined) return [...before, ...after];
	const merged = placement === "merge" ? await mergeInto(after, summary.text) : undefined;
	if (merged !== undefined) return [...before, ...merged];
	const { HumanMessage } = await import("@langchain/core/messages");
	return [...before, new HumanMessage({ content: summary.text, additional_kwargs: { ...summaryMark } }), ...after];
}

function firstSpoken(messages: readonly BaseMessage[]): number {
	return messages.findIndex((message) => roleOf(message) !== undefined);
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
