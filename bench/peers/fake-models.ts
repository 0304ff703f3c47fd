import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { factPattern } from "./conversations.ts";

/** A model that answers by a function and keeps what it was sent. */
export class FakeModel extends BaseChatModel {
	readonly calls: { readonly prompt: readonly BaseMessage[]; readonly reply: string }[] = [];
	readonly #answer: (messages: readonly BaseMessage[]) => string;

	constructor(answer: (messages: readonly BaseMessage[]) => string) {
		super({ maxRetries: 0 });
		this.#answer = answer;
	}

	_llmType(): string {
		return "fake";
	}

	override bindTools(): this {
		return this;
	}

	override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
		const reply = this.#answer(messages);
		this.calls.push({ prompt: messages, reply });
		return { generations: [{ text: reply, message: new AIMessage(reply) }] };
	}
}

/**
 * The summariser that all strategies share: keeps every fact that it is shown, whoever asks, and says a little more. It answers in the form that it is
 * asked for: JSON for Foldback, text for LangChain.
 */
export function summarise(messages: readonly BaseMessage[]): string {
	const text = messages.map((message) => message.text).join("\n");
	const facts = [...new Set(text.match(factPattern) ?? [])];
	const summary = ["- The user works through a list of requests with the assistant.", ...facts.map((fact) => `- ${fact} was given.`)].join("\n");
	if (messages[0]?.type !== "system") return summary;
	return JSON.stringify(messages[0].text.includes('"pinned"') ? { pinned: {}, summary } : { summary });
}
