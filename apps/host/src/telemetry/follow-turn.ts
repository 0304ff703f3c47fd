import type { AsyncLocalStorage } from "node:async_hooks";
import type { ModelCallRecord } from "@foldback/agent-component";
import type { RunEvent } from "@foldback/flow-runtime";
import type { Attributes, Span } from "@opentelemetry/api";
import { recordTokens } from "./record-tokens.ts";
import { below, endSpan, type Place, pastSpan, placeOfCaller, startSpan, type Tools } from "./spans.ts";
import type { TurnStart, TurnTelemetry } from "./telemetry.ts";

/** Node ids come from flow files. */
const maxIdChars = 100;

/** Follows one run: a span for it, one for each node, and one for each call of a model. */
export function followTurn({ runId, flowId, caller }: TurnStart, { tracer, instruments, labels }: Tools, current: AsyncLocalStorage<Place>): TurnTelemetry {
	const startedMs = performance.now();
	const from = current.getStore() ?? placeOfCaller(caller);
	const turn = startSpan(tracer, "turn", { place: from, attributes: { "foldback.run.id": runId, "foldback.flow.id": flowId } });
	const place = below(turn, from);
	const nodes = new Map<string, Span>();

	const seeCall = (nodeId: string, { model, durationMs, usage, round, messageCount, messages, error }: ModelCallRecord): void => {
		const call = { ...labels(model), "foldback.purpose": "turn" };
		const sizes = { "foldback.round": round, "foldback.messages": messageCount, "foldback.messages.stored": messages.length };
		const node = nodes.get(nodeId);
		const inner = node ? below(node, place) : place;
		pastSpan(tracer, `chat ${model.slice(0, maxIdChars)}`, {
			place: inner,
			durationMs,
			attributes: { ...call, "gen_ai.request.model": model.slice(0, maxIdChars), ...sizes, ...usageOf(usage) },
			outgoing: true,
			...(error === undefined ? {} : { error }),
		});
		instruments.modelCall.record(durationMs / 1_000, error === undefined ? call : { ...call, "error.type": error });
		recordTokens(instruments, usage, call);
	};

	return {
		within: (task) => current.run(place, task),
		see(event: RunEvent) {
			if (event.type === "node-started") {
				nodes.set(event.nodeId, startSpan(tracer, "node", { place, attributes: { "foldback.node.id": event.nodeId.slice(0, maxIdChars) } }));
			}
			if (event.type === "node-finished") {
				const node = nodes.get(event.nodeId);
				if (node) endSpan(node);
				nodes.delete(event.nodeId);
			}
			if (event.type === "agent" && event.event.type === "model-called") seeCall(event.nodeId, event.event.call);
		},
		end({ status, code }) {
			for (const node of nodes.values()) endSpan(node, code || "unfinished");
			const outcome = { "foldback.outcome": status, ...(code === "" ? {} : { "error.type": code }) };
			turn.setAttributes(outcome);
			endSpan(turn, code);
			instruments.turn.record((performance.now() - startedMs) / 1_000, outcome);
		},
	};
}

/** Token counts as attributes of a span. */
export function usageOf(usage: { readonly inputTokens?: number; readonly outputTokens?: number } | undefined): Attributes {
	return {
		...(usage?.inputTokens === undefined ? {} : { "gen_ai.usage.input_tokens": usage.inputTokens }),
		...(usage?.outputTokens === undefined ? {} : { "gen_ai.usage.output_tokens": usage.outputTokens }),
	};
}
