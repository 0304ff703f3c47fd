import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { TurnMessage } from "./agent-context.ts";
import type { TurnStep } from "./content-blocks.ts";

/**
 * The messages of a turn after its input, as places among its steps.
 * @param messages what comes after the input.
 * @param steps what has happened so far; a server may give two calls the same id, so that each is taken once, in order.
 */
export function turnMessages(messages: readonly BaseMessage[], steps: readonly TurnStep[]): readonly TurnMessage[] {
	const taken = new Set<number>();
	const take = (isIt: (step: TurnStep) => boolean): number => {
		const index = steps.findIndex((step, place) => !taken.has(place) && isIt(step));
		if (index >= 0) taken.add(index);
		return index;
	};
	let calls = new Map<string, number>();
	return messages.map((message): TurnMessage => {
		if (isReply(message)) {
			const words = message.text.trim() === "" ? -1 : take((step) => "words" in step);
			const places = (message.tool_calls ?? []).map(({ id = "", name }): [string, number] => [
				id,
				take((step) => !("words" in step) && step.id === id && step.name === name),
			]);
			calls = new Map(places);
			return { kind: "calls", ...(words < 0 ? {} : { words }), steps: places.map(([, place]) => place) };
		}
		if (isOutput(message)) return { kind: "output", step: calls.get(message.tool_call_id) ?? -1 };
		return { kind: "complaint", chars: message.text.length };
	});
}

const isReply = (message: BaseMessage): message is AIMessage => message.type === "ai";
const isOutput = (message: BaseMessage): message is ToolMessage => message.type === "tool";
