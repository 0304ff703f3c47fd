import { Tabs } from "radix-ui";
import { lazy, Suspense } from "react";
import type { Message } from "../api/messages.ts";
import type { SessionMemory } from "../api/session-memory.ts";
import { Spinner } from "../ui/spinner.tsx";
import type { FlowAgent } from "./agents-of-flow.ts";
import { FoldJournalPanel } from "./fold-journal-panel.tsx";
import type { MemoryScope } from "./inspector-api.ts";
import { KeyFactsPanel } from "./key-facts-panel.tsx";
import { SeenPanel } from "./seen-panel.tsx";
import { SummaryPanel } from "./summary-panel.tsx";

const CostPanel = lazy(() => import("./cost-panel.tsx").then(({ CostPanel: panel }) => ({ default: panel })));

export type InspectorTab = "facts" | "summary" | "seen" | "folds" | "cost";

const tabs: readonly { readonly id: InspectorTab; readonly name: string }[] = [
	{ id: "facts", name: "Key facts" },
	{ id: "summary", name: "Summary" },
	{ id: "seen", name: "Model saw" },
	{ id: "folds", name: "Folds" },
	{ id: "cost", name: "Cost" },
];

interface InspectorTabsProps {
	readonly tab: InspectorTab;
	readonly onTab: (tab: InspectorTab) => void;
	readonly scope: MemoryScope;
	readonly agents: readonly FlowAgent[];
	readonly memory: SessionMemory;
	readonly messages: readonly Message[];
	readonly answerId: string | undefined;
	readonly markedFold: string | undefined;
	readonly onAnswer: (answerId: string) => void;
	readonly onFold: (foldId: string) => void;
	readonly onMarkFold: (foldId: string | undefined) => void;
	readonly onGoTo: (messageId: string) => void;
}

export function InspectorTabs({ tab, onTab, ...props }: InspectorTabsProps) {
	return (
		<Tabs.Root value={tab} onValueChange={(value) => onTab(tabs.find(({ id }) => id === value)?.id ?? "facts")} className="flex min-h-0 flex-1 flex-col">
			<Tabs.List aria-label="Memory inspector" className="flex shrink-0 gap-0.5 overflow-x-auto border-b border-line px-2">
				{tabs.map(({ id, name }) => (
					<Tabs.Trigger
						key={id}
						value={id}
						className="-mb-px border-b-2 border-transparent px-2 py-2.5 rounded-t text-xs font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
					>
						{name}
					</Tabs.Trigger>
				))}
			</Tabs.List>
			<Tabs.Content key={tab} value={tab} className="min-h-0 flex-1 overflow-y-auto p-4">
				<TabPanel tab={tab} {...props} />
			</Tabs.Content>
		</Tabs.Root>
	);
}

function TabPanel({ tab, scope, agents, memory, messages, answerId, markedFold, onAnswer, onFold, onMarkFold, onGoTo }: Omit<InspectorTabsProps, "onTab">) {
	const { flowId, sessionId } = scope;
	switch (tab) {
		case "facts":
			return <KeyFactsPanel scope={scope} memory={memory} messages={messages} agents={agents} onShowFold={onFold} onGoTo={onGoTo} />;
		case "summary":
			return <SummaryPanel memory={memory} />;
		case "seen":
			return <SeenPanel flowId={flowId} sessionId={sessionId} messages={messages} agents={agents} answerId={answerId} onAnswer={onAnswer} onGoTo={onGoTo} />;
		case "folds":
			return <FoldJournalPanel memory={memory} messages={messages} marked={markedFold} onMark={onMarkFold} onGoTo={onGoTo} />;
		case "cost":
			return (
				<Suspense fallback={<Spinner />}>
					<CostPanel flowId={flowId} sessionId={sessionId} messages={messages} onAnswer={onAnswer} />
				</Suspense>
			);
	}
}
