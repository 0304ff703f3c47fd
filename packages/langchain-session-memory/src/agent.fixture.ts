import type { CompressorEvent, SessionStateStore } from "@foldback/session-compressor";
import { createMemoryStateStore } from "@foldback/session-compressor/memory";
import { createScriptedSummarizer } from "@foldback/session-compressor/testing";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { type SessionMemoryOptions, sessionMemory } from "./session-memory.ts";
import { findRuleViolations } from "./testing/provider-rules.ts";
import { createScriptModel } from "./testing/script-model.ts";

export interface WorldOptions extends SessionMemoryOptions {
	readonly checkpointer?: BaseCheckpointSaver | false;
	readonly systemPrompt?: string;
}

const lookUp = tool(({ key }) => `value of ${key}`, { name: "look_up", description: "Looks a value up.", schema: z.object({ key: z.string() }) });

/**
 * An agent with session memory and small numbers: N = 4, fold at 4, batches of 6. A question holding `tools:2*3` makes two rounds of three parallel
 * calls before it is answered. The summary has one bullet for each absorbed message: its text.
 */
export function createWorld({ checkpointer = new MemorySaver(), systemPrompt, ...options }: WorldOptions = {}) {
	const store: SessionStateStore = options.store ?? createMemoryStateStore({ now: Date.now });
	const folding = createScriptedSummarizer({ fact: ({ text }) => text.replaceAll("\n", " ") });
	const events: CompressorEvent[] = [];
	const model = createScriptModel(answer);
	const memory = sessionMemory({
		summarizer: folding.summarizer,
		recentMessages: 4,
		foldThreshold: 4,
		maxBatch: 6,
		onEvent: (event) => events.push(event),
		...options,
		store,
	});
	const agent = createAgent({
		model,
		tools: [lookUp],
		middleware: [memory],
		...(checkpointer ? { checkpointer } : {}),
		...(systemPrompt ? { systemPrompt } : {}),
	});
	const invoke = async (messages: BaseMessage[], configurable: Record<string, unknown> = { thread_id: "t" }, context = {}) =>
		await agent.invoke({ messages }, { configurable, context });
	return {
		store,
		folding,
		events,
		model,
		memory,
		agent,
		invoke,
		ask: (text: string, configurable?: Record<string, unknown>, context?: object) => invoke([new HumanMessage(text)], configurable, context),
		/** What the model was sent in its last call. */
		sent: () => model.requests.at(-1) ?? [],
		violations: () => model.requests.flatMap((messages, place) => findRuleViolations(messages).map((violation) => `request ${place}: ${violation}`)),
	};
}

function answer(messages: readonly BaseMessage[]): AIMessage | string {
	const question = messages.findLast(({ type }) => type === "human");
	const text = question?.text ?? "";
	const [, rounds = "0", calls = "0"] = /tools:(\d+)\*(\d+)/.exec(text) ?? [];
	const since = messages.slice(messages.findLastIndex(({ type }) => type === "human") + 1);
	const done = since.filter(({ type }) => type === "ai").length;
	if (done >= Number(rounds)) return `answer to ${text}`;
	return new AIMessage({
		content: "",
		tool_calls: Array.from({ length: Number(calls) }, (_, call) => ({
			id: `${text.length}-${done}-${call}-${messages.length}`,
			name: "look_up",
			args: { key: `k${call}` },
		})),
	});
}

/** Texts, roles left out; a summary message is `summary`. */
export function textsOf(messages: readonly BaseMessage[]): string[] {
	return messages.map((message) => (message.additional_kwargs.foldback === undefined ? message.text : "summary"));
}
