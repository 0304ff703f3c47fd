import { useMemo, useState } from "react";
import type { SavedFlow } from "../api/flows.ts";
import { agentsOfFlow } from "../inspector/agents-of-flow.ts";
import { Inspector } from "../inspector/inspector.tsx";
import { ChatColumn } from "./chat-column.tsx";
import { MessageLogs } from "./message-logs.tsx";
import { PlaygroundHeader } from "./playground-header.tsx";
import { sessionName } from "./session-names.ts";
import { SessionQuestions } from "./session-questions.tsx";
import { SessionSidebar } from "./session-sidebar.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useChatRuns } from "./use-chat-runs.ts";
import { DraftsContext, useFlowDrafts } from "./use-drafts.ts";
import { usePanels } from "./use-panels.ts";
import { useSessionActions } from "./use-session-actions.ts";

/** Sessions, chat and memory inspector of one flow. */
export function Playground({ flow }: { readonly flow: SavedFlow }) {
	const runs = useChatRuns(flow.id);
	const drafts = useFlowDrafts(flow.id);
	const agents = useMemo(() => agentsOfFlow(flow), [flow]);
	const contexts = useMemo(() => [...new Set(agents.filter(({ remembers }) => remembers).map(({ contextId }) => contextId))], [agents]);
	const panels = usePanels();
	const [seen, setSeen] = useState<{ readonly answerId: string }>();
	const [jump, setJump] = useState<{ readonly id: string }>();
	const [logs, setLogs] = useState<string>();
	const session = useSessionActions({ flowId: flow.id, drafts, onSelected: panels.closeDrawers, onLogs: setLogs });
	const { sessionId } = session;
	const inspect = (answerId: string) => {
		setSeen({ answerId });
		panels.show("inspector");
	};
	const goTo = (id: string) => {
		panels.closeDrawers();
		setJump({ id });
	};
	return (
		<div className="flex h-full flex-col">
			<PlaygroundHeader flow={flow} session={sessionName(flow.id, sessionId)} panels={panels} />
			<main className="flex min-h-0 flex-1">
				<h1 className="sr-only">Playground of {flow.name}</h1>
				<SidePanel side="left" label="Sessions" open={panels.open.sessions} drawer={panels.narrow} onClose={() => panels.hide("sessions")}>
					<SessionSidebar flowId={flow.id} sessions={session.sessions} loading={session.loading} shown={sessionId} actions={session.actions} />
				</SidePanel>
				<DraftsContext value={drafts}>
					<ChatColumn key={sessionId} flow={flow} sessionId={sessionId} runs={runs} contexts={contexts} jump={jump} onInspect={inspect} />
				</DraftsContext>
				<SidePanel side="right" label="Memory inspector" open={panels.open.inspector} drawer={panels.narrow} onClose={() => panels.hide("inspector")}>
					<Inspector key={sessionId} flow={flow} agents={agents} sessionId={sessionId} seen={seen} onGoTo={goTo} />
				</SidePanel>
			</main>
			{logs === undefined ? null : (
				<MessageLogs flowId={flow.id} sessionId={logs} name={sessionName(flow.id, logs)} contexts={contexts} onClose={() => setLogs(undefined)} />
			)}
			<SessionQuestions flowId={flow.id} question={session.question} onClose={session.closeQuestion} />
		</div>
	);
}
