import type { CompressorOptions, SessionCompressor } from "./compressor.ts";
import { createSessionCompressor } from "./create-compressor.ts";
import type { CompressorEvent } from "./events.ts";
import { createMemoryStateStore, createMessageLog, type MessageLog, type MessageRow, type NewMessage } from "./memory.ts";
import type { SessionScope } from "./scope.ts";
import { createManualClock, createScriptedSummarizer, type ManualClock, type ScriptedSummarizer } from "./testing.ts";

export const scope: SessionScope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" };

export interface World {
	readonly clock: ManualClock;
	readonly log: MessageLog;
	readonly store: ReturnType<typeof createMemoryStateStore>;
	readonly model: ScriptedSummarizer;
	readonly events: CompressorEvent[];
	readonly compressor: SessionCompressor;
	/** Another compressor on the same store and log, like another process. */
	another(options?: Partial<CompressorOptions>): SessionCompressor;
	/** Appends messages `m1`, `m2`, … in turn by user and assistant, numbered on from those that are there. */
	say(count: number, message?: Partial<NewMessage>): MessageRow[];
	eventTypes(): string[];
}

/** A log, a store that sees it, a scripted model, a clock and a compressor with small numbers: N = 4, fold at 4, batches of 6. */
export function setUp(options: Partial<CompressorOptions> = {}): World {
	const clock = createManualClock();
	const log = createMessageLog({ now: clock.now });
	const store = createMemoryStateStore({ log, now: clock.now });
	const model = createScriptedSummarizer();
	const events: CompressorEvent[] = [];
	const onEvent = (event: CompressorEvent) => {
		events.push(event);
	};
	const base = { source: log.source, store, summarizer: model.summarizer, clock, recentMessages: 4, foldThreshold: 4, maxBatch: 6, onEvent };
	const another = (more: Partial<CompressorOptions> = {}) => createSessionCompressor({ ...base, ...options, ...more });
	let said = 0;
	return {
		clock,
		log,
		store,
		model,
		events,
		another,
		compressor: another(),
		say: (count, message = {}) =>
			Array.from({ length: count }, () => {
				said++;
				const role = said % 2 === 1 ? "user" : "assistant";
				return log.append({ ...scope, id: `m${said}`, role, text: `message ${said}`, ...message });
			}),
		eventTypes: () => events.map(({ type }) => type),
	};
}

/** @returns `["m3", …, "m7"]`. */
export function idsFrom(first: number, last: number): string[] {
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => `m${first + index}`);
}

export function idsOf(messages: readonly { readonly id: string }[]): string[] {
	return messages.map(({ id }) => id);
}
