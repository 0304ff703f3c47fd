import type { RunEvent } from "@foldback/flow-runtime";

/** @returns what a person should be told of an event: what was ignored or discarded. */
export function warningsOf(event: RunEvent): readonly string[] {
	if (event.type === "warning") return [event.text];
	if (event.type === "agent" && event.event.type === "warning") return [event.event.text];
	if (event.type === "answer-discarded") return [`The answer of ${event.nodeId} was not stored (${event.reason}): what it answers is gone.`];
	return [];
}
