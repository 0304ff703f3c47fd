import type { SessionMemory } from "../../api/session-memory.ts";

/** `84 folded, 2 facts`: what is remembered, in four words. */
export function memoryWords({ absorbed, state }: Pick<SessionMemory, "absorbed" | "state">): string {
	if (!state || absorbed === 0) return "Nothing folded yet";
	const facts = new Set([...Object.keys(state.pinned), ...Object.keys(state.overrides)]).size;
	return `${absorbed} folded, ${facts} ${facts === 1 ? "fact" : "facts"}`;
}
