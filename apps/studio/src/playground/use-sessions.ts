import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { problemText } from "../api/api-problem.ts";
import { listSessions, renameSession } from "../api/messages.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useToast } from "../ui/toast-context.ts";
import { deleteSessions } from "./chat-api.ts";
import { tellOtherTabs, useTabNews } from "./use-tab-news.ts";

interface Renaming {
	readonly id: string;
	readonly name: string;
	/** Called as soon as the host has done it. */
	readonly onDone: () => unknown;
}

interface Removing {
	readonly ids: readonly string[];
	readonly onDone: () => unknown;
}

/** A flow's sessions and what can be done to them. */
export function useSessions(flowId: string) {
	const client = useQueryClient();
	const toast = useToast();
	useTabNews(flowId);
	const stored = useQuery({ queryKey: queryKeys.sessions(flowId), queryFn: () => listSessions(flowId) });
	const changed = async () => {
		await Promise.all(
			[queryKeys.sessions(flowId), ["messages", flowId], ["session-memory", flowId], ["runs", flowId]].map((queryKey) =>
				client.invalidateQueries({ queryKey }),
			),
		);
		tellOtherTabs(flowId);
	};
	/** The sessions as they are now, not as they were read: another tab may have made one. Undefined, after a toast, when they cannot be read. */
	const listNow = async (): Promise<readonly string[] | undefined> => {
		const { data, error } = await stored.refetch();
		if (error) onError(error);
		return error ? undefined : data;
	};
	const onError = (error: unknown) => toast({ text: problemText(error), tone: "danger" });
	const rename = useMutation({
		mutationFn: ({ id, name }: Renaming) => renameSession(flowId, id, name),
		// At once, before anything is read again: the address must not name a session that is no more.
		onSuccess: (_messages, { onDone }) => onDone(),
		onError,
		onSettled: changed,
	});
	const remove = useMutation({
		mutationFn: ({ ids }: Removing) => deleteSessions(flowId, ids),
		onSuccess: (_answer, { onDone }) => onDone(),
		onError,
		onSettled: changed,
	});
	return { stored, listNow, rename, remove };
}
