import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import type { Message } from "../api/messages.ts";
import type { Drafts } from "./drafts.ts";
import { newSessionName, sessionList } from "./session-names.ts";
import type { SessionActions } from "./session-sidebar.tsx";
import { allMessagesKey } from "./use-messages.ts";
import { useSessions } from "./use-sessions.ts";

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
}

/** The session in the address, the list around it, and what can be done to them. */
export function useSessionActions({ flowId, drafts, onSelected }: SessionActionsOptions) {
	const client = useQueryClient();
	const [parameters, setParameters] = useSearchParams();
	const sessionId = parameters.get("session") || flowId;
	const { stored, listNow, rename, remove } = useSessions(flowId);
	const [question, setQuestion] = useState<SessionQuestion>();
	const [logs, setLogs] = useState<string>();
	const sessions = sessionList(flowId, stored.data ?? [], sessionId);
	const show = useCallback((id: string) => setParameters(id === flowId ? {} : { session: id }), [flowId, setParameters]);
	const select = (id: string) => {
		show(id);
		onSelected();
	};
	const renameNow = (id: string, name: string, names: readonly string[]) => {
		// A session without messages is nothing but its name here.
		const messages = client.getQueryData<readonly Message[]>(allMessagesKey(flowId, id)) ?? [];
		const onDone = () => {
			drafts.move(id, name);
			if (id === sessionId) show(name);
		};
		if (names.includes(id) || messages.length > 0) rename.mutate({ id, name, onDone });
		else onDone();
	};
	const actions: SessionActions = {
		select,
		create: () => select(newSessionName(sessions)),
		rename: (id, name) =>
			void listNow().then((names) => {
				if (names?.includes(name)) setQuestion({ kind: "merge", ids: [id, name], onConfirm: () => renameNow(id, name, names) });
				else if (names) renameNow(id, name, names);
			}),
		showLogs: setLogs,
		clear: (id) => setQuestion({ kind: "clear", ids: [id], onConfirm: () => remove.mutate({ ids: [id], onDone: () => undefined }) }),
		remove: (ids) => {
			const leave = () => {
				drafts.forget(ids);
				if (ids.includes(sessionId)) show(flowId);
			};
			setQuestion({ kind: "delete", ids, onConfirm: () => remove.mutate({ ids, onDone: leave }) });
		},
	};
	return {
		sessionId,
		sessions,
		loading: stored.isPending,
		actions,
		question,
		closeQuestion: () => setQuestion(undefined),
		logs,
		closeLogs: () => setLogs(undefined),
	};
}
