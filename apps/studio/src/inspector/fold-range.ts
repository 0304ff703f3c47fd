import type { Fold } from "../api/session-memory.ts";
import { isThrough } from "./inspector-api.ts";

/** Indices of the first and the last message that a fold took; undefined when none of them is there any more. */
export function foldRange(
	messages: readonly { readonly id: string; readonly timestamp: string }[],
	{ after, through }: Pick<Fold, "after" | "through">,
): { readonly first: number; readonly last: number } | undefined {
	const first = messages.findIndex((message) => !isThrough(message, after));
	const last = messages.findLastIndex((message) => isThrough(message, through));
	return first < 0 || last < first ? undefined : { first, last };
}
