import { type Flow, nameOf } from "./flow.ts";

import { FlowError } from "./flow-error.ts";
import { isJsonObject } from "./json.ts";
import { findField } from "./known-fields.ts";
import type { ComponentRegistry } from "./registry.ts";
import type { RunRequest } from "./run-context.ts";
import { type AppliedTweaks, isAddressed, readTweaks, type TweakedValue } from "./tweaks.ts";

/** A request, read against the flow it is for. */
export interface RequestedRun {
	readonly request: RunRequest;
	/** The request's session, else the flow id; a Chat Input with a session of its own replaces the latter when it has run. */
	readonly sessionId: string;
	/** By node id, then by field. */
	readonly tweaks: ReadonlyMap<string, ReadonlyMap<string, TweakedValue>>;
	readonly warnings: AppliedTweaks["warnings"];
}

/**
 * Reads tweaks and the session.
 * @throws FlowError `input-conflict` when the request gives an input value and a tweak of the input that would take it.
 */
export function readRequest(flow: Flow, registry: ComponentRegistry, request: RunRequest): RequestedRun {
	refuseConflict(flow, registry, request);
	const { values, warnings } = readTweaks(flow.nodes, registry, request.tweaks);
	return { request, sessionId: request.sessionId || request.flowId, tweaks: values, warnings };
}

function refuseConflict(flow: Flow, registry: ComponentRegistry, request: RunRequest): void {
	if (request.inputValue === undefined) return;
	for (const [key, tweak] of Object.entries(request.tweaks)) {
		const sets = isJsonObject(tweak) && Object.keys(tweak).some((spelling) => findField(new Set(["input_value"]), spelling) !== undefined);
		const node = sets ? flow.nodes.find((candidate) => isAddressed(candidate, key) && takesInput(registry, candidate.type, request)) : undefined;
		if (!node) continue;
		throw new FlowError({
			code: "input-conflict",
			message: `The request gives input_value and a tweak of the input_value of ${nameOf(node)}.`,
			remedy: "Give only one of them.",
			nodeId: node.id,
			nodeType: node.type,
			field: "input_value",
		});
	}
}

/** Whether nodes of this type take the request's input value. */
function takesInput(registry: ComponentRegistry, type: string, { inputType }: RunRequest): boolean {
	const receives = registry.get(type)?.receives;
	return receives !== undefined && (inputType === "any" || inputType === receives);
}
