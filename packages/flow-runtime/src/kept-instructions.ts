import type { AgentEvent } from "@foldback/agent-component";
import type { FlowNode } from "./flow.ts";
import type { PlannedNode } from "./plan-run.ts";
import type { RunRequest } from "./run-context.ts";
import type { TweakedValue } from "./tweaks.ts";

/** What decides whether a text may be kept. */
export interface TextOrigin {
	readonly planned: (node: FlowNode) => PlannedNode | undefined;
	/** By node id. */
	readonly tweaks: ReadonlyMap<string, ReadonlyMap<string, TweakedValue>>;
	readonly request: RunRequest;
	readonly withoutSecrets: (text: string) => string;
}

/**
 * Takes the text of the instructions out of a model call's record, unless it comes from the saved flow alone: a text that a request brought, or that was
 * put together from the chat, must be forgotten with the rows, and a record of a run would not know when. Secrets are never left in it.
 */
export function withKeepableInstructions(event: AgentEvent, planned: PlannedNode, origin: TextOrigin): AgentEvent {
	if (event.type !== "model-called" || event.call.instructions?.text === undefined) return event;
	const { text, ...sent } = event.call.instructions;
	const isSaved = origin.tweaks.get(planned.node.id)?.has(sent.field) !== true && isFedByFlow(planned, sent.field, origin);
	return { ...event, call: { ...event.call, instructions: isSaved ? { ...sent, text: origin.withoutSecrets(text) } : sent } };
}

function isFedByFlow({ incoming }: PlannedNode, field: string | undefined, origin: TextOrigin): boolean {
	return incoming
		.filter((link) => field === undefined || link.field === field)
		.every(({ source }) => {
			const planned = origin.planned(source);
			if (planned?.definition.pure !== true || (origin.tweaks.get(source.id)?.size ?? 0) > 0) return false;
			if (planned.definition.receives !== undefined && origin.request.inputType !== "chat") return false;
			// A flow has no circles: the plan refuses them.
			return isFedByFlow(planned, undefined, origin);
		});
}
