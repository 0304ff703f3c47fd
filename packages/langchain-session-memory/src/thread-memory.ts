import {
	type CompressorOptions,
	ConfigurationError,
	createSessionCompressor,
	type MessageSource,
	type PinnedKey,
	parsePinnedKey,
	type SessionScope,
	type SessionStateStore,
	type Summarizer,
	scopeKey,
	type TurnOptions,
} from "@foldback/session-compressor";
import { createMemoryStateStore } from "@foldback/session-compressor/memory";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { createBranchStore } from "./branch-store.ts";
import { composeMessages } from "./compose-messages.ts";
import { createFoldingModel, type FoldingModelOptions } from "./folding-model.ts";
import { type ShownThread, showThread } from "./shown-thread.ts";
import { systemClock } from "./system-clock.ts";
import { createThreadCache } from "./thread-cache.ts";
import { splitHistory, type ThreadHistory } from "./thread-history.ts";
import { scopeOf, type Thread } from "./thread-scope.ts";

/** Options of the compressor, with the same names and defaults; the messages come from each call. */
export interface ThreadMemoryOptions
	extends Omit<Partial<CompressorOptions>, "source" | "store" | "summarizer" | "summaryModel" | "pinnedKeys">,
		FoldingModelOptions {
	/** Where memory states live: any store that does not check the history itself. Default: this process's memory. */
	readonly store?: SessionStateStore;
	/** Each entry a name, `name: description`, or both as an object. */
	readonly pinnedKeys?: readonly (string | PinnedKey)[];
}

/** How one call uses the memory. */
export interface RecallMessagesOptions {
	/** Folds when the memory was made without `summaryModel` and `summarizer`. */
	readonly model?: BaseChatModel;
	readonly signal?: AbortSignal;
	/**
	 * `turn`: the newest user message and everything after it are the current turn: never folded, always sent.
	 * `none`: the messages are all history, as before a new question. Default `turn`.
	 */
	readonly current?: "turn" | "none";
}

/** What a model is sent, and what it was made of. */
export interface RecalledMessages {
	readonly messages: BaseMessage[];
	readonly shown: ShownThread;
}

/** Session memory for messages that live elsewhere: in an agent's state, in checkpoints, in an array. */
export interface ThreadMemory {
	/** @returns what the model should see. Never throws because of the model; rejects with a `ThreadError` when nothing can fold. */
	recall(messages: readonly BaseMessage[], thread: Thread, options?: RecallMessagesOptions): Promise<RecalledMessages>;
	/** Folds what is due, batch by batch. With background timing call it after the answer. */
	fold(messages: readonly BaseMessage[], thread: Thread, options?: RecallMessagesOptions): Promise<void>;
	/** Removes what is remembered of a thread and of its forks; call it where the messages are deleted. @returns whether there was anything. */
	forget(thread: Thread): Promise<boolean>;
	/** Resolves when no fold is running. */
	settled(): Promise<void>;
}

/** @throws ConfigurationError naming the option that is wrong. */
export function createThreadMemory(options: ThreadMemoryOptions = {}): ThreadMemory {
	const { store = createMemoryStateStore({ now: Date.now }), pinnedKeys = [], summaryPlacement = "message", clock = systemClock } = options;
	refuseCheckingStore(store);
	const foldingModel = createFoldingModel(options);
	const histories = new WeakMap<SessionScope, ThreadHistory>();
	const branches = createBranchStore(store, (scope) => historyOf(histories, scope).find);
	const compressor = createSessionCompressor({
		...options,
		source: routedSource(histories),
		store: branches,
		pinnedKeys: pinnedKeys.map((key) => (typeof key === "string" ? parsePinnedKey(key) : key)),
		summaryModel: "default",
		summarizer: noModel,
		clock,
	});
	const cache = createThreadCache();

	function open(messages: readonly BaseMessage[], thread: Thread, { model, signal, current = "turn" }: RecallMessagesOptions) {
		const turn: TurnOptions = { ...foldingModel(model), ...(signal === undefined ? {} : { signal }) };
		const scope = scopeOf(thread);
		const entry = cache.read(scopeKey(scope), messages);
		const history = splitHistory(entry.chain, current);
		histories.set(scope, history);
		return { scope, turn, history, turns: entry.turns };
	}

	return {
		async recall(messages, thread, call = {}) {
			const { scope, turn, history, turns } = open(messages, thread, call);
			const known = history.inLoop ? turns.get(history.turn ?? "") : undefined;
			const shown = known ?? showThread(await compressor.recall(scope, turn), history.messages.length);
			if (history.turn !== undefined) remember(turns, history.turn, shown);
			return { messages: await composeMessages(messages, shown, summaryPlacement), shown };
		},
		async fold(messages, thread, call = {}) {
			const { scope, turn } = open(messages, thread, call);
			await compressor.fold(scope, turn);
		},
		async forget(thread) {
			const scope = scopeOf(thread);
			cache.drop(scopeKey(scope));
			return await branches.delete(scope);
		},
		settled: () => compressor.settled(),
	};
}

/** Turns of one thread whose view is kept: as many as may run at once. */
const maxTurns = 8;

function remember(turns: Map<string, ShownThread>, turn: string, shown: ShownThread): void {
	turns.delete(turn);
	turns.set(turn, shown);
	for (const oldest of turns.keys()) {
		if (turns.size <= maxTurns) break;
		turns.delete(oldest);
	}
}

/** Reads the history of each call by its scope object, so that two runs on one thread each have their own. */
function routedSource(histories: WeakMap<SessionScope, ThreadHistory>): MessageSource {
	return {
		newest: (scope, limit, options) => historyOf(histories, scope).source.newest(scope, limit, options),
		after: (scope, cursor, limit, options) => historyOf(histories, scope).source.after(scope, cursor, limit, options),
		count: (scope, range) => historyOf(histories, scope).source.count(scope, range),
		digest: async (scope, through) => historyOf(histories, scope).source.digest?.(scope, through),
	};
}

function historyOf(histories: WeakMap<SessionScope, ThreadHistory>, scope: SessionScope): ThreadHistory {
	const history = histories.get(scope);
	if (history === undefined) throw new Error(`No history for thread ${JSON.stringify(scope.sessionId)}: the compressor must pass on the scope it was given.`);
	return history;
}

function refuseCheckingStore(store: SessionStateStore): void {
	if (store.checksHistory !== true) return;
	const advice = "it refuses states of messages that lie elsewhere. Give a store of states alone, such as openSqliteStateStore().";
	throw new ConfigurationError("unknown-value", "store", `store checks its own message rows (checksHistory), so ${advice}`);
}

/** Every call names its own. */
const noModel: Summarizer = async () => {
	throw new Error("A fold was started without a summary model: pass the turn's summarizer.");
};
