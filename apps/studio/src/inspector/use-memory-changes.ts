import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiProblem, problemText } from "../api/api-problem.ts";
import { putNewer } from "../api/put-newer.ts";
import { queryKeys } from "../api/query-keys.ts";
import type { SessionMemory } from "../api/session-memory.ts";
import { useToast } from "../ui/toast-context.ts";
import { resultText } from "./fold-words.ts";
import { changeOverrides, type ExpectedState, foldNow, type MemoryScope, rebuildMemory } from "./inspector-api.ts";

/** Values to set by hand, null to release, on exactly the state that the reader saw. */
export interface OverrideChange {
	readonly values: Readonly<Record<string, string | null>>;
	readonly expected: ExpectedState;
}

/** What can be done to a scope's memory by hand. */
export function useMemoryChanges(scope: MemoryScope) {
	const client = useQueryClient();
	const toast = useToast();
	const key = queryKeys.sessionMemory(scope.flowId, scope.sessionId, scope.contextId);
	const keep = (memory: SessionMemory) => putNewer<SessionMemory>(client, key, () => memory);
	const onError = (error: unknown) => toast({ text: problemText(error), tone: "danger" });

	const fold = useMutation({
		mutationFn: () => foldNow(scope),
		onError,
		onSuccess({ fold: result, ...memory }) {
			keep(memory);
			toast({ text: resultText(result), ...(result.outcome === "failed" ? { tone: "danger" as const } : {}) });
		},
	});
	const rebuild = useMutation({
		mutationFn: () => rebuildMemory(scope),
		onError,
		onSuccess({ rebuild: result, ...memory }) {
			keep(memory);
			const text = result.outcome === "saved" ? "Rebuilt from the messages. Values set by hand were kept." : resultText(result);
			toast({ text });
		},
		onSettled: () => client.invalidateQueries({ queryKey: key }),
	});
	const override = useMutation({
		mutationFn: ({ values, expected }: OverrideChange) => changeOverrides(scope, values, expected),
		onSuccess: keep,
		onError(error) {
			// The editor itself says what happened at a conflict, beside what the value is now.
			if (isConflict(error)) void client.invalidateQueries({ queryKey: key });
			else onError(error);
		},
	});
	return { fold, rebuild, override };
}

/** Somebody else, or a fold, changed the state first. */
export function isConflict(error: unknown): boolean {
	return error instanceof ApiProblem && error.status === 409;
}

/** The state to change, as the API wants it named. */
export function expectedState(memory: Pick<SessionMemory, "state">): ExpectedState {
	return memory.state ? { incarnation: memory.state.incarnation, version: memory.state.version } : "absent";
}
