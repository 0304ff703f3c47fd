import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { problemText } from "../api/api-problem.ts";
import type { SavedFlow } from "../api/flows.ts";
import type { Message } from "../api/messages.ts";
import type { SessionMemory } from "../api/session-memory.ts";
import { useMessages } from "../playground/use-messages.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { FlowAgent } from "./agents-of-flow.ts";
import { mapSession } from "./classify-session.ts";
import { foldRange } from "./fold-range.ts";
import { ForgettingNotice } from "./forgetting-notice.tsx";
import type { FoldingSettings, MemoryScope } from "./inspector-api.ts";
import { readFolding } from "./inspector-api.ts";
import { InspectorHead } from "./inspector-head.tsx";
import { type InspectorTab, InspectorTabs } from "./inspector-tabs.tsx";
import { SessionStrip } from "./session-strip.tsx";
import { SwitchNotice } from "./switch-notice.tsx";
import { useForgetting } from "./use-forgetting.ts";
import { useSessionMemory } from "./use-session-memory.ts";
import "./inspector.css";

interface InspectorProps {
	readonly flow: SavedFlow;
	readonly agents: readonly FlowAgent[];
	readonly sessionId: string;
	/** The answer whose model calls somebody asked for in the chat; a new object asks again. */
	readonly seen: { readonly answerId: string } | undefined;
	readonly onGoTo: (messageId: string) => void;
}

/** What is remembered of a session, how it came about, and what the model saw of it. */
export function Inspector({ flow, agents, sessionId, seen, onGoTo }: InspectorProps) {
	const contexts = useMemo(() => contextsOf(agents), [agents]);
	const [contextId = "", setContextId] = useState(contexts[0]);
	const scope = useMemo(() => ({ flowId: flow.id, sessionId, contextId }), [flow.id, sessionId, contextId]);
	const memory = useSessionMemory(scope);
	const messages = useMessages(flow.id, sessionId);
	const folding = useQuery({ queryKey: ["folding"], queryFn: readFolding, staleTime: Number.POSITIVE_INFINITY });
	const inScope = useMemo(() => (messages.data ?? []).filter((message) => contextId === "" || message.context_id === contextId), [messages.data, contextId]);
	const failed = [memory, messages, folding].find(({ isError }) => isError);
	if (failed) {
		return (
			<Notice tone="danger" className="m-4" actions={<Button onClick={() => void failed.refetch()}>Try again</Button>}>
				{problemText(failed.error)}
			</Notice>
		);
	}
	if (!memory.data || !messages.data || !folding.data) {
		return (
			<div className="flex h-full items-center justify-center">
				<Spinner />
			</div>
		);
	}
	return (
		<div className="flex h-full flex-col">
			{contexts.length < 2 ? null : (
				<Select
					aria-label="Context"
					className="mx-4 mt-3"
					value={contextId}
					onValueChange={setContextId}
					options={contexts.map((id) => ({ value: id, label: id === "" ? "All contexts" : `Context ${id}` }))}
				/>
			)}
			<InspectorBody key={contextId} scope={scope} agents={agents} memory={memory.data} messages={inScope} folding={folding.data} seen={seen} onGoTo={onGoTo} />
		</div>
	);
}

interface InspectorBodyProps extends Pick<InspectorProps, "agents" | "seen" | "onGoTo"> {
	readonly scope: MemoryScope;
	readonly memory: SessionMemory;
	readonly messages: readonly Message[];
	readonly folding: FoldingSettings;
}

function InspectorBody({ scope, agents, memory, messages, folding, seen, onGoTo }: InspectorBodyProps) {
	const here = useMemo(() => agents.filter(({ contextId }) => contextId === scope.contextId), [agents, scope.contextId]);
	const on = here.some(({ remembers }) => remembers);
	const map = useMemo(() => mapSession(messages, memory, folding), [messages, memory, folding]);
	const { forgetting, dismiss } = useForgetting(memory);
	const [tab, setTab] = useState<InspectorTab>(seen ? "seen" : "facts");
	const [answerId, setAnswerId] = useState(seen?.answerId);
	const [markedFold, setMarkedFold] = useState<string>();
	const fold = memory.journal.find(({ id }) => id === markedFold);
	const marked = useMemo(() => fold && foldRange(messages, fold), [messages, fold]);
	useEffect(() => {
		if (!seen) return;
		setAnswerId(seen.answerId);
		setTab("seen");
	}, [seen]);
	const showAnswer = (id: string) => {
		setAnswerId(id);
		setTab("seen");
	};
	const showFold = (id: string) => {
		setMarkedFold(id);
		setTab("folds");
	};
	return (
		<>
			<div className="flex shrink-0 flex-col gap-3 border-b border-line p-4">
				<InspectorHead scope={scope} memory={memory} on={on} />
				{on ? null : <SwitchNotice flowId={scope.flowId} hasAgent={here.length > 0} remembered={memory.absorbed > 0} />}
				{forgetting ? <ForgettingNotice forgetting={forgetting} memory={memory} onDismiss={dismiss} /> : null}
				<SessionStrip messages={messages} map={map} marked={marked} onGoTo={onGoTo} />
			</div>
			<InspectorTabs
				tab={tab}
				onTab={setTab}
				scope={scope}
				agents={here}
				memory={memory}
				messages={messages}
				answerId={answerId}
				markedFold={markedFold}
				onAnswer={showAnswer}
				onFold={showFold}
				onMarkFold={setMarkedFold}
				onGoTo={onGoTo}
			/>
		</>
	);
}

/** Contexts of a flow's Agents, those that remember first. */
function contextsOf(agents: readonly FlowAgent[]): readonly string[] {
	const order = [...agents].sort((left, right) => Number(right.remembers) - Number(left.remembers));
	return [...new Set(order.map(({ contextId }) => contextId))];
}
