import type { TokenCounter } from "./token-count.ts";

/** One message of a model call, as the endpoint received it. */
export interface PromptMessage {
	readonly role: string;
	readonly text: string;
}

/** Size of one model call, in messages and tokens. */
export interface PromptSize {
	readonly messages: number;
	readonly tokens: number;
	/**
	 * Tokens of the leading messages that are equal, role and text, to those of the previous call of the session: what a provider's prompt cache can reuse.
	 * Whole messages only, so it never claims more than the cache could give.
	 */
	readonly repeatedTokens: number;
}

/** What chat formats add around each message. */
const tokensAroundMessage = 4;

/** @returns the size of a call after `previous` (undefined for the first one). Tool definitions are not counted: they are the same in all that is compared. */
export function measurePrompt(messages: readonly PromptMessage[], previous: readonly PromptMessage[] | undefined, countTokens: TokenCounter): PromptSize {
	const sizes = messages.map(({ text }) => countTokens(text) + tokensAroundMessage);
	const repeated = sharedPrefixLength(messages, previous ?? []);
	return { messages: messages.length, tokens: sum(sizes), repeatedTokens: sum(sizes.slice(0, repeated)) };
}

function sharedPrefixLength(messages: readonly PromptMessage[], previous: readonly PromptMessage[]): number {
	const differs = messages.findIndex(({ role, text }, index) => previous[index]?.role !== role || previous[index]?.text !== text);
	return differs === -1 ? messages.length : differs;
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
