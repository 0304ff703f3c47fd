import type { BaseMessage } from "@langchain/core/messages";
import { answeredCallId, toolCallIds } from "../message-content.ts";
import { roleOf } from "../message-role.ts";

export interface RuleOptions {
	/** Also refuse two user messages in a row, as strict chat templates do. */
	readonly alternating?: boolean;
}

/** What model providers reject in a request: wrong order of roles, tool calls apart from their results, empty content. @returns one line for each. */
export function findRuleViolations(messages: readonly BaseMessage[], { alternating = false }: RuleOptions = {}): readonly string[] {
	const spoken = messages.filter((message) => roleOf(message) !== undefined);
	const late = messages.findIndex((message, place) => roleOf(message) === undefined && place > 0 && roleOf(messages[place - 1] ?? message) !== undefined);
	const twice = alternating ? spoken.findIndex((message, place) => message.type === "human" && spoken[place - 1]?.type === "human") : -1;
	return [
		...(late < 0 ? [] : [`message ${late} is an instruction after the conversation has begun`]),
		...(spoken[0]?.type === "human" ? [] : [`the first message is ${spoken[0]?.type ?? "missing"}, not a user's`]),
		...(spoken.at(-1)?.type === "ai" ? ["the last message is the assistant's own"] : []),
		...(twice < 0 ? [] : [`message ${twice} is the second user message in a row`]),
		...emptyContents(messages),
		...tornCalls(messages),
	];
}

/** A tool may have nothing to say. */
function emptyContents(messages: readonly BaseMessage[]): readonly string[] {
	return messages.flatMap((message, place) => {
		const { content } = message;
		const empty = typeof content === "string" ? content.trim() === "" : content.length === 0;
		return empty && message.type !== "tool" && toolCallIds(message).length === 0 ? [`message ${place} (${message.type}) has no content`] : [];
	});
}

function tornCalls(messages: readonly BaseMessage[]): readonly string[] {
	const violations: string[] = [];
	let open = new Set<string>();
	messages.forEach((message, place) => {
		if (message.type === "tool") {
			const id = answeredCallId(message) ?? "";
			if (!open.delete(id)) violations.push(`message ${place} is the result of call ${JSON.stringify(id)}, which is not open`);
			return;
		}
		if (open.size > 0) violations.push(`message ${place} (${message.type}) comes before the results of ${[...open].join(", ")}`);
		open = new Set(toolCallIds(message));
	});
	if (open.size > 0) violations.push(`the request ends before the results of ${[...open].join(", ")}`);
	return violations;
}
