import { KeyRound } from "lucide-react";
import { useMemo } from "react";
import type { Message } from "../api/messages.ts";
import type { SessionMemory } from "../api/session-memory.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import type { FlowAgent } from "./agents-of-flow.ts";
import { FactCard } from "./fact-card.tsx";
import type { MemoryScope } from "./inspector-api.ts";
import { keyFacts } from "./key-facts.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

interface KeyFactsPanelProps {
	readonly scope: MemoryScope;
	readonly memory: SessionMemory;
	readonly messages: readonly Message[];
	readonly agents: readonly FlowAgent[];
	readonly onShowFold: (foldId: string) => void;
	readonly onGoTo: (messageId: string) => void;
}

/** The pinned keys of a session: their values, where these come from, and what can be done by hand. */
export function KeyFactsPanel({ scope, memory, messages, agents, onShowFold, onGoTo }: KeyFactsPanelProps) {
	const facts = useMemo(
		() =>
			keyFacts(
				memory,
				agents.filter(({ remembers }) => remembers).flatMap(({ pinnedKeys }) => pinnedKeys),
			),
		[memory, agents],
	);
	const { override } = useMemoryChanges(scope);
	if (facts.length === 0) {
		return (
			<EmptyState icon={<KeyRound />} title="No pinned keys">
				Pinned keys are facts that are kept for the whole session. Name them in the Agent's panel, such as “cluster: where the user works”.
			</EmptyState>
		);
	}
	return (
		<ul className="flex flex-col gap-2">
			{facts.map((fact) => (
				<FactCard
					key={fact.name}
					fact={fact}
					memory={memory}
					messages={messages}
					canChange={messages.length > 0}
					onOverride={(values, expected) => override.mutateAsync({ values, expected })}
					onShowFold={onShowFold}
					onGoTo={onGoTo}
				/>
			))}
		</ul>
	);
}
