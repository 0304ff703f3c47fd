import type { AsyncLocalStorage } from "node:async_hooks";
import type { CompressorEvent, SessionCompressor } from "@foldback/session-compressor";
import { usageOf } from "./follow-turn.ts";
import { recordTokens } from "./record-tokens.ts";
import { type Place, pastSpan, type Tools } from "./spans.ts";
import type { Telemetry } from "./telemetry.ts";

type FoldEnd = Extract<CompressorEvent, { readonly type: "fold-saved" | "fold-failed" | "fold-lost" }>;

/** Follows recalls and folds, as parts of the run that they happen in or were left by. */
export function followCompressor({ tracer, instruments, labels }: Tools, current: AsyncLocalStorage<Place>): Pick<Telemetry, "seeCompressor" | "timed"> {
	const seeFold = (event: FoldEnd): void => {
		const { durationMs, messageCount } = event;
		const { outcome, error } = endOf(event);
		const call = event.type === "fold-saved" ? { ...labels(event.model), "foldback.purpose": "fold" } : {};
		const usage = event.type === "fold-saved" ? event.usage : undefined;
		const attributes = { "foldback.outcome": outcome, "foldback.messages": messageCount, ...call, ...usageOf(usage) };
		pastSpan(tracer, "fold", { place: current.getStore(), durationMs, attributes, error });
		instruments.fold.record(durationMs / 1_000, { "foldback.outcome": outcome, ...(error === "" ? {} : { "error.type": error }) });
		if (event.type !== "fold-saved") return;
		instruments.foldedMessages.add(messageCount);
		if (event.outcome === "saved") instruments.modelCall.record(durationMs / 1_000, call);
		recordTokens(instruments, usage, call);
	};

	const timeRecall: (recall: SessionCompressor["recall"]) => SessionCompressor["recall"] = (recall) => async (scope, options) => {
		const startedMs = performance.now();
		let error = "store-failed";
		let sizes = {};
		try {
			const view = await recall(scope, options);
			error = "";
			sizes = { "foldback.messages": view.messages.length, "foldback.backlog": view.backlog, "foldback.uncovered": view.uncovered };
			return view;
		} finally {
			const durationMs = performance.now() - startedMs;
			pastSpan(tracer, "recall", { place: current.getStore(), durationMs, attributes: sizes, error });
			instruments.recall.record(durationMs / 1_000, error === "" ? {} : { "error.type": error });
		}
	};

	return {
		seeCompressor(event) {
			if (event.type === "fold-saved" || event.type === "fold-failed" || event.type === "fold-lost") seeFold(event);
			else if (event.type !== "fold-started") instruments.memoryEvents.add(1, { "foldback.event": event.type });
		},
		timed: (compressor) => ({ ...compressor, recall: timeRecall(compressor.recall) }),
	};
}

function endOf(event: FoldEnd): { readonly outcome: string; readonly error: string } {
	if (event.type === "fold-failed") return { outcome: "failed", error: event.code };
	if (event.type === "fold-lost") return { outcome: "lost", error: event.reason };
	return { outcome: event.outcome, error: "" };
}
