import type { MessageSource, SessionCompressor, SessionScope, View } from "@foldback/session-compressor";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AgentErrorCode } from "./agent-error.ts";
import type { FileReader } from "./file-reader.ts";

/** Which chat model, as a flow says it. An empty name means the host's default. */
export interface ModelChoice {
	readonly name: string;
	/** `OpenAI`, `Offline`, …; `''` means the provider that the host has for this name. */
	readonly provider: string;
	/** A key of the flow's own; the host's key goes only to the host's own endpoint. */
	readonly apiKey?: string;
	/** An OpenAI-compatible endpoint of the flow's own; never used with the host's key. */
	readonly baseUrl?: string;
}

export interface ModelSettings {
	readonly temperature?: number;
	readonly maxTokens?: number;
	readonly streaming?: boolean;
	/** Retries of a failed call; low for folds. */
	readonly maxRetries?: number;
}

/** Makes chat models from choices. Throws an `AgentError` that names the value and the known models for an unknown one. */
export interface ModelProvider {
	resolve(choice: ModelChoice, settings?: ModelSettings): Promise<{ readonly model: BaseChatModel; readonly name: string }>;
}

/** The instructions of a model call: what it was sent as system message. */
export interface SentInstructions {
	/** Input of the node that they are in. */
	readonly field: string;
	/** As sent. A host that keeps it must see that it forgets: what is connected to the field may hold text of the chat. */
	readonly text?: string;
	readonly chars: number;
}

/**
 * A message of the turn itself, after the input. Numbers are places in the contents of the answer's "Agent Steps": `words` is what the model said beside
 * its calls of tools, `steps` are these calls, `step` is the one whose output it is. -1: a step that has not ended.
 */
export type TurnMessage =
	| { readonly kind: "calls"; readonly words?: number; readonly steps: readonly number[] }
	| { readonly kind: "output"; readonly step: number }
	/** The model is told that its call of a tool was malformed. */
	| { readonly kind: "complaint"; readonly chars: number };

/** What one model call was sent, by reference: but for the instructions never text. */
export interface ModelCallRecord {
	readonly instructions?: SentInstructions;
	readonly model: string;
	/** Stored messages sent verbatim, in order. */
	readonly messages: readonly { readonly id: string; readonly revision: number }[];
	/** The state whose summary message went first; absent when none did. */
	readonly summary?: { readonly incarnation: string; readonly version: number; readonly chars: number };
	/** What came after the input, in order; absent when nothing did. */
	readonly turn?: readonly TurnMessage[];
	/** 0 for the first call of a turn, then one for each tool round. */
	readonly round: number;
	readonly messageCount: number;
	readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number };
	readonly durationMs: number;
	/** Code of what went wrong; absent when the model answered. */
	readonly error?: AgentErrorCode;
}

/** What an Agent tells while it runs. */
export type AgentEvent =
	| { readonly type: "token"; readonly chunk: string }
	| { readonly type: "tool-started"; readonly id: string; readonly name: string; readonly input: unknown }
	| {
			readonly type: "tool-finished";
			readonly id: string;
			readonly name: string;
			readonly output: string;
			readonly error: boolean;
			readonly durationMs: number;
	  }
	| { readonly type: "model-called"; readonly call: ModelCallRecord }
	| { readonly type: "recalled"; readonly contextId: string; readonly view: View }
	| { readonly type: "warning"; readonly text: string };

/** What an Agent needs from the host that runs it. */
export interface AgentContext {
	readonly scope: SessionScope;
	readonly models: ModelProvider;
	/** Absent: there is no database, so there is no history at all. */
	readonly source?: MessageSource;
	/** Absent: the switch has no effect but a warning, and the newest N are sent. */
	readonly compressor?: SessionCompressor;
	/** Absent: files are only named to the model. */
	readonly files?: FileReader;
	/** Registers work for after the answer has been stored and sent, such as a background fold. */
	readonly afterRun: (task: () => Promise<unknown>) => void;
	readonly emit: (event: AgentEvent) => void;
	/** Whether somebody reads the answer as it is written; default true. False: there are no `token` events, whatever the `stream` input says. */
	readonly streaming?: boolean;
	readonly signal: AbortSignal;
	/** Epoch milliseconds. */
	readonly now: () => number;
}
