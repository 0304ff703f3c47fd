import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import type { Conversation } from "./conversations.ts";
import { FakeModel, summarise } from "./fake-models.ts";
import type { Strategy } from "./strategies.ts";
import { promptTokens, repeatedTokens, tokensOf } from "./tokens.ts";

/** What one conversation cost with one strategy. Tokens unless said otherwise. */
export interface Figures {
	readonly calls: number;
	readonly prompt: number;
	readonly repeated: number;
	readonly maxPrompt: number;
	readonly summaryCalls: number;
	readonly summaryPrompt: number;
	readonly summaryRepeated: number;
	readonly summaryReply: number;
	readonly facts: number;
	/** Facts in the last prompt. */
	readonly reachable: number;
}

interface Played {
	readonly model: FakeModel;
	readonly summaryModel: FakeModel;
	readonly lastPrompt: readonly BaseMessage[];
}

/** @param failsUntil turn from which on the summariser works; before, each call fails. */
async function play(strategy: Strategy, conversation: Conversation, failsUntil = 0): Promise<Played> {
	let turn = 0;
	const model = new FakeModel(() => conversation.turns[turn]?.answer ?? "");
	const summaryModel = new FakeModel((messages) => {
		if (turn < failsUntil) throw Object.assign(new Error("The summariser is down."), { status: 503 });
		return summarise(messages);
	});
	const { middleware, tick } = strategy.start(summaryModel);
	const agent = createAgent({ model, tools: [], middleware: [...middleware] });
	let state: BaseMessage[] = [];
	for (const { question } of conversation.turns) {
		const result = await agent.invoke({ messages: [...state, new HumanMessage(question)] }, { configurable: { thread_id: "t" } });
		state = result.messages;
		turn += 1;
		tick();
	}
	return { model, summaryModel, lastPrompt: model.calls.at(-1)?.prompt ?? [] };
}

export async function measure(strategy: Strategy, conversation: Conversation): Promise<Figures> {
	const { model, summaryModel, lastPrompt } = await play(strategy, conversation);
	const prompts = model.calls.map(({ prompt }) => prompt);
	const sizes = prompts.map(promptTokens);
	const summaryPrompts = summaryModel.calls.map((call) => call.prompt);
	const text = lastPrompt.map((message) => message.text).join("\n");
	return {
		calls: prompts.length,
		prompt: sum(sizes),
		repeated: repeatedIn(prompts),
		maxPrompt: Math.max(...sizes),
		summaryCalls: summaryModel.calls.length,
		summaryPrompt: sum(summaryPrompts.map(promptTokens)),
		summaryRepeated: repeatedIn(summaryPrompts),
		summaryReply: sum(summaryModel.calls.map(({ reply }) => tokensOf(reply))),
		facts: conversation.facts.length,
		reachable: conversation.facts.filter((fact) => text.includes(fact)).length,
	};
}

/**
 * The summariser is down for the first half of the conversation, then works.
 * @returns messages that at the end stand neither in the prompt nor in anything that a working summariser was shown.
 */
export async function countLost(strategy: Strategy, conversation: Conversation): Promise<number> {
	const { summaryModel, lastPrompt } = await play(strategy, conversation, Math.floor(conversation.turns.length / 2));
	const shown = [...lastPrompt, ...summaryModel.calls.flatMap(({ prompt }) => prompt)].map(({ text }) => text).join("\n");
	// Foldback sends the lines of a message indented, so a message is looked for by its first line.
	const spoken = conversation.turns.flatMap(({ question, answer }) => [question, answer]).slice(0, -1);
	return spoken.filter((text) => !shown.includes(text.split("\n")[0] ?? "")).length;
}

/** Tokens that repeat the start of the call before, over all calls. */
function repeatedIn(prompts: readonly (readonly BaseMessage[])[]): number {
	return sum(prompts.map((prompt, place) => repeatedTokens(prompts[place - 1] ?? [], prompt)));
}

export function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, value) => total + value, 0);
}
