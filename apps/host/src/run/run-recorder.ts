import type { ModelCallRecord } from "@foldback/agent-component";
import type { RunEvent } from "@foldback/flow-runtime";
import type { View } from "@foldback/session-compressor";
import type { Json } from "@foldback/session-store";
import type { RunCall, RunDetails, RunRecall, RunView } from "./run-details.ts";

/** What a run leaves behind: ids of its rows, and details by reference. */
interface RunTrace {
	readonly inputId: string;
	readonly answerId: string;
	readonly details: RunDetails;
}

/** Follows the events of one run. Texts pass by; only ids, sizes and times stay. */
export interface RunRecorder {
	readonly see: (event: RunEvent) => void;
	readonly trace: () => RunTrace;
}

/** References of one view at most; a longer one keeps its newest and tells how many it has. */
const maxReferences = 1_000;
const maxCalls = 200;

/** @param now epoch milliseconds */
export function createRunRecorder(now: () => number): RunRecorder {
	const nodes = new Map<string, number | null>();
	const views: RunView[] = [];
	const calls: RunCall[] = [];
	const recalls = new Map<string, RunRecall>();
	const tools: { readonly node_id: string; readonly name: string; readonly error: boolean; readonly duration_ms: number }[] = [];
	let inputId = "";
	let answerId = "";

	const seeAgent = ({ nodeId, event }: Extract<RunEvent, { type: "agent" }>): void => {
		if (event.type === "recalled") recalls.set(nodeId, toRecall(nodeId, event, now()));
		if (event.type === "model-called" && calls.length < maxCalls) calls.push(toCall(nodeId, event.call, viewIndex(views, event.call)));
		if (event.type === "tool-finished" && tools.length < maxCalls) {
			tools.push({ node_id: nodeId, name: event.name, error: event.error, duration_ms: event.durationMs });
		}
	};

	return {
		see(event) {
			if (event.type === "node-started") nodes.set(event.nodeId, null);
			if (event.type === "node-finished") nodes.set(event.nodeId, event.durationMs);
			if (event.type === "message-stored") {
				if (event.message.sender === "User") inputId ||= event.message.id;
				else answerId = event.message.id;
			}
			if (event.type === "agent") seeAgent(event);
		},
		trace: () => ({
			inputId,
			answerId,
			details: { nodes: [...nodes].map(([id, duration_ms]) => ({ id, duration_ms })), views, calls, recalls: [...recalls.values()], tools },
		}),
	};
}

/** Calls of one turn mostly send the same rows: each list is kept once. */
function viewIndex(views: RunView[], call: ModelCallRecord): number {
	const rows = call.messages.map(({ id, revision }): [string, number] => [id, revision]);
	const view: RunView = { messages: rows.slice(-maxReferences), message_count: rows.length, summary: call.summary ?? null };
	const text = JSON.stringify(view);
	const index = views.findIndex((other) => JSON.stringify(other) === text);
	return index >= 0 ? index : views.push(view) - 1;
}

function toCall(nodeId: string, call: ModelCallRecord, view: number): RunCall {
	const { model, round, messageCount, usage, durationMs } = call;
	return {
		node_id: nodeId,
		model,
		round,
		view,
		message_count: messageCount,
		input_tokens: usage?.inputTokens ?? null,
		output_tokens: usage?.outputTokens ?? null,
		duration_ms: durationMs,
	};
}

function toRecall(nodeId: string, { contextId, view }: { readonly contextId: string; readonly view: View }, atMs: number): RunRecall {
	const { state, absorbedCount, backlog, uncovered, messages } = view;
	const memory = state && { incarnation: state.incarnation, version: state.version, cursor: state.cursor ? { ...state.cursor } : null };
	return {
		node_id: nodeId,
		context_id: contextId,
		at_ms: atMs,
		memory: memory ?? null,
		absorbed: absorbedCount,
		backlog,
		uncovered,
		verbatim: messages.length,
	};
}

/** @returns the details as the store keeps them. */
export function toStoredDetails(details: RunDetails): { readonly [key: string]: Json } {
	// Plain data; JSON.parse of what JSON.stringify wrote is JSON.
	return JSON.parse(JSON.stringify(details)) as { readonly [key: string]: Json };
}
