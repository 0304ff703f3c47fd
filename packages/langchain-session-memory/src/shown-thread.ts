import type { View } from "@foldback/session-compressor";

/** What one model call is shown of a thread. */
export interface ShownThread extends Pick<View, "summary" | "uncovered" | "backlog" | "absorbedCount" | "foldDue"> {
	/** Messages left out at the start; instructions (system, developer) do not count and stay. */
	readonly leftOut: number;
}

/** @param history number of messages that the view was made of. */
export function showThread({ summary, messages, uncovered, backlog, absorbedCount, foldDue }: View, history: number): ShownThread {
	return { summary, uncovered, backlog, absorbedCount, foldDue, leftOut: history - messages.length };
}
