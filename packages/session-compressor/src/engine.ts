import type { AttemptLog } from "./attempt-log.ts";
import type { Clock } from "./clock.ts";
import type { FoldingOptions } from "./compressor.ts";
import type { CompressorEvent } from "./events.ts";
import type { MessageSource } from "./message-source.ts";
import type { ModelRecord } from "./model-record.ts";
import type { SeenKeys } from "./seen-keys.ts";
import type { SessionStateStore } from "./session-state-store.ts";
import type { PinnedKey } from "./state.ts";
import type { Summarizer } from "./summarizer.ts";

/** A compressor's options, checked and with defaults: what every step works with. */
export interface Engine {
	readonly source: MessageSource;
	readonly store: SessionStateStore | undefined;
	readonly clock: Clock;
	readonly folding: FoldingOptions;
	readonly countTokens: (text: string) => number;
	readonly redact: ((text: string) => string) | undefined;
	/** Never throws. */
	readonly emit: (event: CompressorEvent) => void;
	readonly attempts: AttemptLog;
	readonly models: ModelRecord;
	readonly seenKeys: SeenKeys;
	readonly defaults: Turn;
}

/** What one agent asks for in one turn, with the compressor's own options where it says nothing. */
export interface Turn {
	/** Recent window N in messages. */
	readonly recentMessages: number;
	readonly pinnedKeys: readonly PinnedKey[];
	/** Of other agents: asked for, not shown. */
	readonly otherKeys: readonly PinnedKey[];
	readonly summarizer: Summarizer;
	/** Configured name of the summary model. */
	readonly summaryModel: string;
	readonly signal: AbortSignal | undefined;
	/** Id of the row that holds the current input. */
	readonly exclude: string | undefined;
}

/** An engine whose store is there. */
export interface StoredEngine extends Engine {
	readonly store: SessionStateStore;
}

export function hasStore(engine: Engine): engine is StoredEngine {
	return engine.store !== undefined;
}
