import type { SessionMemory } from "../api/session-memory.ts";

/** What a change of the messages, or a rebuild, took out of a session's memory. */
export interface Forgetting {
	/** Messages that were absorbed and are not any more. */
	readonly messages: number;
	/** Absorbed before. */
	readonly before: number;
	/** Folded values that are gone, by key. */
	readonly facts: readonly { readonly name: string; readonly value: string }[];
	/** The summary before and what is left of it. */
	readonly summary: { readonly before: string; readonly after: string };
}

/** Compares two readings of one scope, the older one first. @returns undefined when nothing was forgotten between them. */
export function findForgetting(before: SessionMemory, after: SessionMemory): Forgetting | undefined {
	if (!before.state || before.state.incarnation === after.state?.incarnation) return undefined;
	const pinned = after.state?.pinned ?? {};
	const facts = Object.entries(before.state.pinned).flatMap(([name, value]) => (pinned[name] === value ? [] : [{ name, value }]));
	const messages = Math.max(0, before.absorbed - after.absorbed);
	if (messages === 0 && facts.length === 0) return undefined;
	return { messages, before: before.absorbed, facts, summary: { before: before.state.summary, after: after.state?.summary ?? "" } };
}

/** How far folding again has come: `folding` while a fold is due, `folded` once as much is absorbed again, `waiting` until enough waits. */
export function recoveryOf({ before }: Forgetting, now: Pick<SessionMemory, "absorbed" | "fold_due">): "folding" | "folded" | "waiting" {
	if (now.fold_due) return "folding";
	// The message itself may have been deleted.
	return now.absorbed >= before - 1 && now.absorbed > 0 ? "folded" : "waiting";
}
