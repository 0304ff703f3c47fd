import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemText } from "../api/api-problem.ts";
import { deleteMessages, editMessage, type Message } from "../api/messages.ts";
import { queryKeys } from "../api/query-keys.ts";
import { foldNow } from "../inspector/inspector-api.ts";
import { useToast } from "../ui/toast-context.ts";
import { allMessagesKey } from "./use-messages.ts";
import { tellOtherTabs } from "./use-tab-news.ts";

/** A change of stored messages. */
export type MessageChange =
	| { readonly kind: "edit"; readonly id: string; readonly text: string }
	| { readonly kind: "delete"; readonly ids: readonly string[] };

interface Options {
	readonly flowId: string;
	readonly sessionId: string;
	/** Contexts whose Agents remember: what was forgotten in them is folded again at once. */
	readonly contexts: readonly string[];
}

/**
 * Edits and deletes messages. What was made from the old text is forgotten in the same moment; the inspector reads that first,
 * then the host is asked to fold again.
 */
export function useMessageChanges({ flowId, sessionId, contexts }: Options) {
	const client = useQueryClient();
	const toast = useToast();
	return useMutation({
		mutationFn: async (change: MessageChange) => {
			if (change.kind === "edit") await editMessage(change.id, { text: change.text });
			else await deleteMessages(change.ids);
		},
		onMutate: (change) => {
			// A reading that began before would bring the old back; after the change everything is read again.
			void client.cancelQueries({ queryKey: allMessagesKey(flowId, sessionId), exact: true });
			client.setQueryData<readonly Message[]>(allMessagesKey(flowId, sessionId), (messages) => messages && apply(messages, change));
		},
		onError: (error) => toast({ text: problemText(error), tone: "danger" }),
		onSettled: async () => {
			await client.invalidateQueries({ queryKey: queryKeys.messages(flowId, sessionId) });
			await client.invalidateQueries({ queryKey: ["session-memory", flowId, sessionId] });
			void client.invalidateQueries({ queryKey: queryKeys.sessions(flowId) });
			void client.invalidateQueries({ queryKey: ["runs", flowId, sessionId] });
			for (const contextId of contexts) await foldNow({ flowId, sessionId, contextId }, { onlyIfDue: true }).catch(() => undefined);
			if (contexts.length > 0) await client.invalidateQueries({ queryKey: ["session-memory", flowId, sessionId] });
			tellOtherTabs(flowId);
		},
	});
}

function apply(messages: readonly Message[], change: MessageChange): readonly Message[] {
	if (change.kind === "delete") return messages.filter(({ id }) => !change.ids.includes(id));
	return messages.map((message) => (message.id === change.id ? { ...message, text: change.text, edit: true } : message));
}
