import { useState } from "react";
import type { Drafts } from "./drafts.ts";
import { newSessionName, sessionList } from "./session-names.ts";
import type { SessionActions } from "./session-sidebar.tsx";
import { useSessions } from "./use-sessions.ts";
import { useShownSession } from "./use-shown-session.ts";

/** Something that is done to sessions after it was asked for once more. */
export interface SessionQuestion {
	readonly kind: "delete" | "clear" | "merge";
	readonly ids: readonly string[];
	readonly onConfirm: () => void;
}

interface SessionActionsOptions {
	readonly flowId: string;
	/** What is being written in a session goes with it. */
	readonly drafts: Drafts;
	readonly onSelected: () => void;
	readonly onLogs: (id: string) => void;
}

/** The session in the address, the list around it, and what can be done to them. */
export function useSessionActions({ flowId, drafts, onSelected, onLogs }: SessionActionsOptions) {
	const { sessionId, show, replace } = useShownSession(flowId);
	const { stored, listNow, rename, remove } = useSessions(flowId);
	const [question, setQuestion] = useState<SessionQuestion>();
	const sessions = sessionList(flowId, stored.data ?? [], sessionId);
	const ask = (kind: SessionQuestion["kind"], ids: readonly string[], onConfirm: () => void) => setQuestion({ kind, ids, onConfirm });
	const select = (id: string) => {
		show(id);
		onSelected();
	};
	const actions: SessionActions = {
		select,
		create: () => select(newSessionName(sessions)),
		async rename(id, name) {
			const names = await listNow();
			if (!names) return;
			const onDone = () => {
				drafts.move(id, name);
				replace([id], name);
			};
			const renameNow = () => rename(id, name, { isStored: names.includes(id), onDone });
			if (names.includes(name)) ask("merge", [id, name], renameNow);
			else renameNow();
		},
		showLogs: onLogs,
		clear: (id) => ask("clear", [id], () => remove.mutate({ ids: [id], onDone: () => undefined })),
		remove: (ids) => {
			const onDone = () => {
				drafts.forget(ids);
				replace(ids, flowId);
			};
			ask("delete", ids, () => remove.mutate({ ids, onDone }));
		},
	};
	return { sessionId, sessions, loading: stored.isPending, actions, question, closeQuestion: () => setQuestion(undefined) };
}
