import type { ComponentOutput, FlowMessage } from "@foldback/flow-runtime";
import type { WireObject } from "../wire/flow.ts";
import { formatTimestamp } from "../wire/timestamp.ts";
import type { FinishedRun } from "./execute-run.ts";

/**
 * The answer to a run, in Langflow's shape: the text is at `outputs[0].outputs[0].results.message.text`.
 * @param warnings what was ignored or discarded; the member is absent when nothing was.
 */
export function toRunAnswer({ runId, result }: FinishedRun, flowId: string, warnings: readonly string[]): WireObject {
	return {
		session_id: result.sessionId,
		run_id: runId,
		outputs: [{ inputs: result.inputs, outputs: result.outputs.map((output) => toComponentAnswer(output, flowId)) }],
		...(warnings.length === 0 ? {} : { warnings }),
	};
}

/** A run's message as it goes over the wire; one that was only passed on has no id and no time. */
export function toRunMessage(message: FlowMessage, flowId: string): WireObject {
	return {
		id: message.id ?? null,
		flow_id: flowId,
		session_id: message.sessionId,
		context_id: message.contextId,
		timestamp: message.timestampMs === undefined ? null : formatTimestamp(message.timestampMs),
		sender: message.sender,
		sender_name: message.senderName,
		text: message.text,
		files: message.files,
		error: message.error ?? false,
		edit: false,
		category: message.error ? "error" : "message",
		properties: message.properties ?? {},
		content_blocks: message.contentBlocks ?? [],
		duration: message.durationMs ?? null,
	};
}

function toComponentAnswer({ componentId, componentDisplayName, message }: ComponentOutput, flowId: string): WireObject {
	const { text, sender, senderName, sessionId, files } = message;
	return {
		results: { message: toRunMessage(message, flowId) },
		artifacts: { message: text, sender, sender_name: senderName, files, type: "object" },
		outputs: { message: { message: text, type: "text" } },
		logs: {},
		messages: [{ message: text, sender, sender_name: senderName, session_id: sessionId, stream_url: null, component_id: componentId, files, type: "message" }],
		timedelta: null,
		duration: null,
		component_display_name: componentDisplayName,
		component_id: componentId,
		used_frozen_result: false,
	};
}
