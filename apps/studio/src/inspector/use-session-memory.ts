import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../api/query-keys.ts";
import { readSessionMemory, type SessionMemory } from "../api/session-memory.ts";
import type { MemoryScope } from "./inspector-api.ts";

const foldingMs = 1_500;
const failingMs = 5_000;

/** What is remembered of a scope; read again and again while a fold is due, because the host is folding then or will try again. */
export function useSessionMemory({ flowId, sessionId, contextId }: MemoryScope) {
	return useQuery({
		queryKey: queryKeys.sessionMemory(flowId, sessionId, contextId),
		queryFn: () => readSessionMemory(flowId, sessionId, contextId),
		refetchInterval: ({ state }) => pauseBefore(state.data),
	});
}

function pauseBefore(memory: SessionMemory | undefined): number | false {
	if (!memory?.fold_due) return false;
	return memory.journal[0]?.outcome === "failed" ? failingMs : foldingMs;
}
