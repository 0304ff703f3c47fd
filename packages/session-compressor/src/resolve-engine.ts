import { createAttemptLog } from "./attempt-log.ts";
import { checkPorts } from "./check-ports.ts";
import type { CompressorOptions, RecallOptions } from "./compressor.ts";
import type { Engine, Turn } from "./engine.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { CompressorEvent } from "./events.ts";
import { checkRecentMessages, resolveFoldingOptions } from "./folding-options.ts";
import { createModelRecord } from "./model-record.ts";
import { checkPinnedKeys } from "./pinned-keys.ts";
import { createSeenKeys } from "./seen-keys.ts";

const defaultRecentMessages = 10;

/**
 * Checks a compressor's options and fills in the defaults.
 * @throws ConfigurationError naming the option that is wrong.
 */
export function resolveEngine(options: CompressorOptions): Engine {
	checkPorts(options);
	const { source, store, clock, redact, onEvent } = options;
	const defaults: Turn = {
		recentMessages: options.recentMessages ?? defaultRecentMessages,
		pinnedKeys: options.pinnedKeys ?? [],
		otherKeys: [],
		summarizer: options.summarizer,
		summaryModel: options.summaryModel ?? "default",
		signal: undefined,
		exclude: undefined,
	};
	const emit = quietly(onEvent);
	return {
		source,
		store,
		clock,
		folding: resolveFoldingOptions(options),
		countTokens: options.countTokens ?? estimateTokens,
		redact,
		emit,
		attempts: createAttemptLog({ journal: store?.journal, clock, emit }),
		models: createModelRecord(),
		seenKeys: createSeenKeys(),
		defaults: checkTurn(defaults),
	};
}

/**
 * What this turn works with.
 * @throws ConfigurationError naming the option that is wrong.
 */
export function resolveTurn(engine: Engine, options: RecallOptions = {}): Turn {
	const { defaults } = engine;
	return checkTurn({
		recentMessages: options.recentMessages ?? defaults.recentMessages,
		pinnedKeys: options.pinnedKeys ?? defaults.pinnedKeys,
		otherKeys: options.otherKeys ?? defaults.otherKeys,
		summarizer: options.summarizer ?? defaults.summarizer,
		summaryModel: options.summaryModel ?? defaults.summaryModel,
		signal: options.signal,
		exclude: options.exclude,
	});
}

function checkTurn(turn: Turn): Turn {
	return {
		...turn,
		recentMessages: checkRecentMessages(turn.recentMessages),
		pinnedKeys: checkPinnedKeys(turn.pinnedKeys),
		// One by one: several agents may have the same name, and more than one agent may.
		otherKeys: turn.otherKeys.flatMap((key) => checkPinnedKeys([key])),
	};
}

/** A listener's throw is its own matter: it must not fail a turn. */
function quietly(onEvent: CompressorOptions["onEvent"]): (event: CompressorEvent) => void {
	return (event) => {
		try {
			onEvent?.(event);
		} catch {}
	};
}
