import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState, useSyncExternalStore } from "react";
import type { Message } from "../api/messages.ts";
import { putNewer } from "../api/put-newer.ts";
import { queryKeys } from "../api/query-keys.ts";
import { keepRunProblem } from "../api/run-problem.ts";
import { type ShowToast, useToast } from "../ui/toast-context.ts";
import { type ChatRuns, createChatRuns, type Turn } from "./chat-runs.ts";
import { allMessagesKey } from "./use-messages.ts";
import { tellOtherTabs } from "./use-tab-news.ts";

/** By flow. A turn goes on while the user looks at the editor, and is there again in the playground. */
const runsOfFlows = new Map<string, ChatRuns>();

/** The turns of a flow, for as long as the page is open; their rows go into the studio's copy of the messages. */
export function useChatRuns(flowId: string): ChatRuns {
	const client = useQueryClient();
	const toast = useToast();
	const [runs] = useState(() => runsOfFlows.get(flowId) ?? connectRuns(flowId, client, toast));
	return runs;
}

function connectRuns(flowId: string, client: QueryClient, toast: ShowToast): ChatRuns {
	const runs = createChatRuns({
		flowId,
		onMessage(sessionId, message) {
			putNewer<readonly Message[]>(client, allMessagesKey(flowId, sessionId), (messages) => append(messages, message));
		},
		onOutcome: (failure) => keepRunProblem(flowId, failure),
		onEnd(sessionId, warnings) {
			for (const text of warnings) toast({ text });
			void client.invalidateQueries({ queryKey: queryKeys.sessions(flowId) });
			void client.invalidateQueries({ queryKey: ["session-memory", flowId, sessionId] });
			void client.invalidateQueries({ queryKey: ["runs", flowId, sessionId] });
			tellOtherTabs(flowId);
		},
	});
	window.addEventListener("pagehide", () => runs.close());
	runsOfFlows.set(flowId, runs);
	return runs;
}

function append(messages: readonly Message[], message: Message): readonly Message[] {
	// The stream leaves the revision out: a row that was just stored has none but the first.
	return messages.some(({ id }) => id === message.id) ? messages : [...messages, { ...message, revision: message.revision ?? 0 }];
}

/** The turn of a session, as it goes on. */
export function useTurn(runs: ChatRuns, sessionId: string): Turn | undefined {
	const read = useCallback(() => runs.turn(sessionId), [runs, sessionId]);
	return useSyncExternalStore(runs.subscribe, read);
}
