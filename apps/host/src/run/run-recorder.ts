import { isDeepStrictEqual } from "node:util";
import type { ModelCallRecord } from "@foldback/agent-component";
import type { RunEvent } from "@foldback/flow-runtime";
import type { View } from "@foldback/session-compressor";
import type { RunCall, RunDetails, RunInstructions, RunRecall, RunTurnMessage, RunView } from "./run-details.ts";

/** What a run leaves behind: ids of its rows, and details by reference. */
interface RunTrace {
	readonly inputId: string;
	readonly answerId: string;
	readonly details: RunDetails;
}

/** Follows the events of one run. Texts of the chat pass by; ids, sizes and times stay, and the instructions that stand in the saved flow. */
export interface RunRecorder {
	readonly see: (event: RunEvent) => void;
	readonly trace: () => RunTrace;
}

/** References of one view at most; a longer one keeps its newest and tells how many it has. */
const maxReferences = 1_000;
const maxCalls = 200;
/** Instructions that are longer are kept by their size only. */
const maxInstructionChars = 40_000;

/** @param now epoch milliseconds */
export function createRunRecorder(now: () => number): RunRecorder {
	const nodes = new Map<string, number | null>();
	const views: RunView[] = [];
	const instructions: RunInstructions[] = [];
	const calls: RunCall[] = [];
	const recalls = new Map<string, RunRecall>();
	const tools: { readonly node_id: string; readonly name: string; readonly error: boolean; readonly duration_ms: number }[] = [];
	let inputId = "";
	let answerId = "";

	const seeAgent = ({ nodeId, event }: Extract<RunEvent, { type: "agent" }>): void => {
		if (event.type === "recalled") recalls.set(nodeId, toRecall(nodeId, event, now()));
		if (event.type === "model-called" && calls.length < maxCalls) {
			calls.push(toCall(nodeId, event.call, { view: viewIndex(views, event.call), instructions: instructionsIndex(instructions, event.call) }));
		}
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
			details: {
				nodes: [...nodes].map(([id, duration_ms]) => ({ id, duration_ms })),
				views,
				instructions,
				calls,
				recalls: [...recalls.values()],
				tools,
			},
		}),
	};
}

/** Calls of one turn mostly send the same rows: each list is kept once. */
function viewIndex(views: RunView[], call: ModelCallRecord): number {
	const rows = call.messages.map(({ id, revision }): [string, number] => [id, revision]);
	const view: RunView = { messages: rows.slice(-maxReferences), message_count: rows.length, summary: call.summary ?? null };
	const index = views.findIndex((other) => isDeepStrictEqual(other, view));
	return index >= 0 ? index : views.push(view) - 1;
}

/** Each text is kept once a run. */
function instructionsIndex(kept: RunInstructions[], { instructions }: ModelCallRecord): number | null {
	if (!instructions) return null;
	const { text = null, chars } = instructions;
	const entry = { text: chars > maxInstructionChars ? null : text, chars };
	const index = kept.findIndex((other) => other.text === entry.text && other.chars === chars);
	return index >= 0 ? index : kept.push(entry) - 1;
}

function toTurnMessage(message: NonNullable<ModelCallRecord["turn"]>[number]): RunTurnMessage {
	return message.kind === "calls" ? { kind: "calls", words: message.words ?? null, steps: [...message.steps] } : message;
}

function toCall(nodeId: string, call: ModelCallRecord, indexes: Pick<RunCall, "view" | "instructions">): RunCall {
	const { model, round, messageCount, usage, durationMs } = call;
	return {
		node_id: nodeId,
		model,
		round,
		...indexes,
		turn: (call.turn ?? []).map(toTurnMessage),
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
