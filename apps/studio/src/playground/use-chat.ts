import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Message } from "../api/messages.ts";
import type { ChatActions } from "./chat-actions.ts";
import { retryOf } from "./chat-items.ts";
import type { ChatRuns } from "./chat-runs.ts";
import { useMessageChanges } from "./use-message-changes.ts";
import { allMessagesKey } from "./use-messages.ts";

interface ChatOptions {
	readonly flowId: string;
	readonly sessionId: string;
	readonly runs: ChatRuns;
	readonly contexts: readonly string[];
	readonly onInspect: (answerId: string) => void;
}

/** What is done in a chat. Everything that is handed to rows and input stays the same from render to render. */
export function useChat({ flowId, sessionId, runs, contexts, onInspect }: ChatOptions) {
	const client = useQueryClient();
	const { mutateAsync: change } = useMessageChanges({ flowId, sessionId, contexts });
	const [removing, setRemoving] = useState<string>();
	const inspect = useRef(onInspect);
	inspect.current = onInspect;
	const changeNow = useRef(change);
	changeNow.current = change;

	const actions = useMemo((): ChatActions => {
		// A refused change has said so in a toast.
		const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
		return {
			edit: (id, text) => quietly(changeNow.current({ kind: "edit", id, text })),
			remove: setRemoving,
			retry() {
				// What is to be tried again would be taken back and not sent.
				if (runs.turn(sessionId)?.status === "running") return;
				const messages = client.getQueryData<readonly Message[]>(allMessagesKey(flowId, sessionId)) ?? [];
				const turn = runs.turn(sessionId);
				const again = turn && !turn.inputStored ? { input: turn.input, files: turn.files, remove: [] } : retryOf(messages);
				if (!again) return;
				runs.dismiss(sessionId);
				const removed = again.remove.length === 0 ? undefined : changeNow.current({ kind: "delete", ids: again.remove });
				runs.start(sessionId, again.input, again.files, removed);
			},
			dismiss: () => runs.dismiss(sessionId),
			inspect: (answerId) => inspect.current(answerId),
		};
	}, [client, flowId, runs, sessionId]);

	const removeNow = () => {
		if (removing !== undefined) void change({ kind: "delete", ids: [removing] }).catch(() => undefined);
	};
	return {
		actions,
		send: useCallback((text: string, files: readonly string[]) => runs.start(sessionId, text, files), [runs, sessionId]),
		stop: useCallback(() => runs.stop(sessionId), [runs, sessionId]),
		removing,
		removeNow,
		cancelRemoving: () => setRemoving(undefined),
	};
}
