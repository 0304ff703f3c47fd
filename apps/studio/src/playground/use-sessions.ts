import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { problemText } from "../api/api-problem.ts";
import { listSessions, type Message, renameSession } from "../api/messages.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useToast } from "../ui/toast-context.ts";
import { deleteSessions } from "./chat-api.ts";
import { allMessagesKey } from "./use-messages.ts";
import { tellOtherTabs, useTabNews } from "./use-tab-news.ts";

interface Renaming {
	readonly id: string;
	readonly name: string;
	/** Called as soon as the host has done it. */
	readonly onDone: () => void;
}

interface Removing {
	readonly ids: readonly string[];
	readonly onDone: () => void;
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
	const renameStored = useMutation({
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
	/** @param isStored the host's list has it. A session without messages is nothing but its name here. */
	const rename = (id: string, name: string, { isStored, onDone }: { readonly isStored: boolean; readonly onDone: () => void }) => {
		const messages = client.getQueryData<readonly Message[]>(allMessagesKey(flowId, id)) ?? [];
		if (isStored || messages.length > 0) renameStored.mutate({ id, name, onDone });
		else onDone();
	};
	return { stored, listNow, rename, remove };
}
