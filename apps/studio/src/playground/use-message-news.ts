import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Message } from "../api/messages.ts";
import { queryKeys } from "../api/query-keys.ts";
import { addMessages } from "./add-messages.ts";
import { readMessagesAfter } from "./chat-api.ts";
import type { ChatRuns } from "./chat-runs.ts";
import { allMessagesKey } from "./use-messages.ts";

const pauseMs = 3_000;

interface ShownSession {
	readonly flowId: string;
	readonly sessionId: string;
	readonly runs: ChatRuns;
}

/** Brings in what others store in the shown session while it is looked at: a program that talks over the API, an import that goes on. */
export function useMessageNews({ flowId, sessionId, runs }: ShownSession): void {
	const client = useQueryClient();
	useQuery({
		queryKey: ["message-news", flowId, sessionId],
		queryFn: ({ signal }) => readNews(client, { flowId, sessionId, runs }, signal),
		initialData: null,
		staleTime: Number.POSITIVE_INFINITY,
		refetchInterval: pauseMs,
		// The next look is the retry, and whoever asks for something hears what is wrong.
		retry: false,
		notifyOnChangeProps: [],
	});
}

async function readNews(client: QueryClient, { flowId, sessionId, runs }: ShownSession, signal: AbortSignal): Promise<null> {
	const queryKey = allMessagesKey(flowId, sessionId);
	const copy = () => client.getQueryData<readonly Message[]>(queryKey);
	const known = copy();
	// A turn that runs here tells itself what it stores.
	const busy = () => client.isFetching({ queryKey }) > 0 || runs.turn(sessionId)?.status === "running";
	if (!known || busy()) return null;
	const news = await readMessagesAfter(flowId, sessionId, known.at(-1), signal);
	// What has changed the copy meanwhile knows better.
	if (news.length === 0 || busy() || copy() !== known) return null;
	addMessages(client, { flowId, sessionId }, news);
	void client.invalidateQueries({ queryKey: queryKeys.sessions(flowId) });
	void client.invalidateQueries({ queryKey: ["session-memory", flowId, sessionId] });
	void client.invalidateQueries({ queryKey: ["runs", flowId, sessionId] });
	return null;
}
