import { answeredCallId, toolCallIds } from "./message-content.ts";
import type { ThreadChain } from "./thread-chain.ts";

/**
 * Places of user messages that stand between a tool call and its result: a cut before one would tear the pair apart.
 * Looks at the newest calls only, as a call is answered before the next one is made.
 */
export function placesWithinCalls(chain: ThreadChain): ReadonlySet<number> {
	const within = new Set<number>();
	let open: ReadonlySet<string> = new Set();
	let waiting: number[] = [];
	for (const [place, { source, message, calls }] of chain.entries()) {
		if (message.role === "user") {
			if (open.size > 0) waiting.push(place);
		} else if (message.role === "tool") {
			if (!open.has(answeredCallId(source) ?? "")) continue;
			for (const at of waiting) within.add(at);
			waiting = [];
		} else if (calls.length > 0) {
			open = new Set(toolCallIds(source));
			waiting = [];
		}
	}
	return within;
}
