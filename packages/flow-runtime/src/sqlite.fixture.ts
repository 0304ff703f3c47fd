import { setTimeout as sleep } from "node:timers/promises";
import { createSessionCompressor, type FoldingOptions, type SessionCompressor } from "@foldback/session-compressor";
import { openSqliteStore, type SqliteStore } from "@foldback/session-store/sqlite";
import { onTestFinished } from "vitest";
import type { FlowMessage, MessageWriter, RunContext } from "./run-context.ts";

export interface RealMemory {
	readonly store: SqliteStore;
	readonly compressor: SessionCompressor;
	readonly flowId: string;
	readonly context: Pick<RunContext, "messages" | "source" | "compressor">;
}

/** A real database in memory and the real compressor over it, which folds from 4 messages on with the model of whichever Agent asks. */
export async function openRealMemory(folding: Partial<FoldingOptions> = {}): Promise<RealMemory> {
	const store = await openSqliteStore({ path: ":memory:" });
	onTestFinished(() => store.close());
	const flow = await store.flows.create({ userId: "local", name: "Several agents", endpointName: null, document: {} });
	if (!flow) throw new Error("A new database takes a flow.");
	const compressor = createSessionCompressor({
		source: store.source,
		store: store.memory,
		summarizer: () => Promise.reject(new Error("Every Agent brings its own.")),
		clock: { now: Date.now, sleep: async (ms, signal) => void (await sleep(ms, undefined, { signal })) },
		foldThreshold: 4,
		foldTiming: "background",
		...folding,
	});
	return { store, compressor, flowId: flow.id, context: { messages: writer(store, flow.id), source: store.source, compressor } };
}

function writer({ messages }: SqliteStore, flowId: string): MessageWriter {
	return {
		async append({ properties: _properties, contentBlocks: _blocks, ...message }, options) {
			const result = await messages.append({ ...message, flowId, userId: "local" }, options);
			if (!result.stored) return result;
			const { durationMs: _duration, ...stored } = result.message;
			const kept: FlowMessage & { id: string; timestampMs: number } = stored;
			return { stored: true, message: kept };
		},
	};
}
