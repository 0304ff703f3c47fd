import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { queryKeys } from "../../api/query-keys.ts";
import { readSessionMemory } from "../../api/session-memory.ts";
import { Badge } from "../../ui/badge.tsx";
import { Hint } from "../../ui/hint.tsx";
import { useEditor } from "../editor-context.ts";
import { textOf } from "../fields/field-props.ts";
import type { Component } from "../flow/catalogue.ts";
import { findField } from "../flow/field.ts";
import { memoryWords } from "./memory-words.ts";
import { useSessions } from "./use-sessions.ts";

interface MemoryBadgeProps {
	readonly node: JsonObject;
	readonly component: Component | undefined;
}

/** On a node that folds: what is remembered of the newest session. */
export function MemoryBadge({ node, component }: MemoryBadgeProps) {
	const isOn = component && findField(node, component, "summarize_older_messages")?.value;
	if (isOn !== true && isOn !== "true") return null;
	return <NewestMemory contextId={textOf(findField(node, component, "context_id")?.value ?? "")} />;
}

function NewestMemory({ contextId }: { readonly contextId: string }) {
	const { flowId } = useEditor();
	const [session] = useSessions(flowId);
	const memory = useQuery({
		queryKey: queryKeys.sessionMemory(flowId, session ?? "", contextId),
		queryFn: () => readSessionMemory(flowId, session, contextId),
		enabled: session !== undefined,
	});
	const words = memory.data ? memoryWords(memory.data) : "Summarizes older messages";
	const hint = memory.data
		? `Remembered of the session “${session === flowId ? "Default Session" : session}”`
		: "Older messages are kept as a summary and pinned keys.";
	return (
		<div className="px-3.5 pb-1.5">
			<Hint text={hint} side="top">
				<button type="button" className="nodrag rounded-full">
					<Badge tone="accent">
						<Layers aria-hidden /> {words}
					</Badge>
				</button>
			</Hint>
		</div>
	);
}
