import { createMiddleware, summarizationMiddleware } from "langchain";
import { sessionMemory } from "../../packages/langchain-session-memory/src/index.ts";
import { createManualClock } from "../../packages/session-compressor/src/testing.ts";
import type { FakeModel } from "./fake-models.ts";

/** How one conversation is kept short. */
export interface Kept {
	/** Middleware for createAgent; none keeps all. */
	readonly middleware: readonly ReturnType<typeof createMiddleware>[];
	/** A minute has passed. */
	readonly tick: () => void;
}

export interface Strategy {
	readonly name: string;
	readonly start: (summaryModel: FakeModel) => Kept;
}

const noTick = () => {};

function lastMessages(count: number): Strategy {
	const middleware = createMiddleware({
		name: "LastMessages",
		wrapModelCall: (request, handler) => handler({ ...request, messages: request.messages.slice(-count) }),
	});
	return { name: `last ${count} messages`, start: () => ({ middleware: [middleware], tick: noTick }) };
}

interface SummarizationOptions {
	readonly trigger?: { readonly messages?: number; readonly tokens?: number };
	readonly keep?: { readonly messages: number };
}

function langchain(name: string, options: SummarizationOptions): Strategy {
	return {
		name: `LangChain, ${name}`,
		start: (model) => {
			// Its types do not survive exactOptionalPropertyTypes: every option comes out as never.
			const middleware: unknown = summarizationMiddleware({ ...options, model } as never);
			return { middleware: [middleware as Kept["middleware"][number]], tick: noTick };
		},
	};
}

interface FoldbackOptions {
	readonly betweenFolds?: "send" | "omit";
	readonly foldThreshold?: number;
	readonly foldTokens?: number;
}

function foldback(name: string, options: FoldbackOptions): Strategy {
	return {
		name: `Foldback, ${name}`,
		start: (model) => {
			const clock = createManualClock();
			// This repository's copy of LangChain, whose classes have private members of their own.
			const memory = sessionMemory({ summaryModel: model as never, clock, ...options });
			return { middleware: [memory as unknown as Kept["middleware"][number]], tick: () => clock.advance(60_000) };
		},
	};
}

/**
 * LangChain's documented example is that of the function's own documentation. `send` is what Foldback does by default; `send, by tokens` is what the
 * package's README recommends for providers that charge little for a repeated prompt.
 */
export const strategies: readonly Strategy[] = [
	{ name: "all messages", start: () => ({ middleware: [], tick: noTick }) },
	lastMessages(100),
	lastMessages(10),
	langchain("defaults", {}),
	langchain("messages 40, keep 10", { trigger: { messages: 40 }, keep: { messages: 10 } }),
	langchain("documented example", { trigger: { tokens: 4000, messages: 10 }, keep: { messages: 20 } }),
	foldback("send", {}),
	foldback("send, by tokens", { foldThreshold: 60, foldTokens: 2000 }),
	foldback("omit", { betweenFolds: "omit" }),
];
