import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiProblem, problemText } from "../../api/api-problem.ts";
import { changeFlow, readFlow, type SavedFlow } from "../../api/flows.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { FlowDocument } from "../flow/document.ts";
import { type Autosaver, createAutosaver, type SaveOutcome, type SaveStatus } from "./autosaver.ts";

/** Milliseconds without a change after which the document is saved. */
const pauseMs = 700;

interface AutosaveOptions {
	readonly flow: SavedFlow;
	readonly document: FlowDocument;
	readonly onSaved: (sent: FlowDocument, answered: FlowDocument) => void;
	/** Another tab has changed the flow, and nothing here was unsaved. */
	readonly onChangedElsewhere: () => void;
}

/** Saves the document while it changes, and notices when somebody else has changed the flow. */
export function useAutosave({ flow, document, onSaved, onChangedElsewhere }: AutosaveOptions) {
	const queryClient = useQueryClient();
	const [status, setStatus] = useState<SaveStatus>({ kind: "saved" });
	const saver = useRef<Autosaver>(undefined);
	const saved = useEffectEvent(onSaved);
	const changedElsewhere = useEffectEvent(onChangedElsewhere);

	useEffect(() => {
		const mine = createAutosaver({
			document: flow,
			revision: flow.revision,
			save: async (members, revision) => {
				const outcome = await save(flow.id, members, revision);
				if (outcome.kind === "saved") void queryClient.invalidateQueries({ queryKey: queryKeys.flows });
				return outcome;
			},
			onStatus: setStatus,
			onSaved: (sent, answered) => {
				queryClient.setQueryData(queryKeys.flow(flow.id), answered);
				saved(sent, answered);
			},
			later(callback) {
				const timer = setTimeout(callback, pauseMs);
				return () => clearTimeout(timer);
			},
		});
		saver.current = mine;
		const look = () => void lookForChanges(mine, flow.id, changedElsewhere);
		const leave = (event: BeforeUnloadEvent) => {
			if (mine.isClean()) return;
			void mine.flush();
			event.preventDefault();
		};
		const retry = () => void mine.flush();
		window.addEventListener("online", retry);
		window.addEventListener("focus", look);
		window.addEventListener("beforeunload", leave);
		return () => {
			window.removeEventListener("online", retry);
			window.removeEventListener("focus", look);
			window.removeEventListener("beforeunload", leave);
			void mine.flush().then(mine.stop);
		};
	}, [flow, queryClient]);

	useEffect(() => saver.current?.change(document), [document]);
	return { status, saveNow: () => void saver.current?.flush() };
}

async function save(flowId: string, members: Parameters<typeof changeFlow>[1], revision: number): Promise<SaveOutcome> {
	try {
		const answer = await changeFlow(flowId, members, revision);
		return { kind: "saved", document: answer, revision: answer.revision };
	} catch (error) {
		if (error instanceof ApiProblem && error.status === 409 && typeof error.document.revision === "number") return { kind: "conflict" };
		return { kind: "failed", reason: problemText(error) };
	}
}

async function lookForChanges(saver: Autosaver, flowId: string, changedElsewhere: () => void): Promise<void> {
	const before = saver.revision();
	const now = await readFlow(flowId).catch(() => undefined);
	// What is new may be what this page has just saved.
	await saver.settled();
	if (!now || now.revision === before || saver.revision() !== before) return;
	if (saver.isClean()) changedElsewhere();
	else saver.conflict();
}
