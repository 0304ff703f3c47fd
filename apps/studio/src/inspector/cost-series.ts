import { estimateTokens } from "@foldback/session-compressor";
import type { Message } from "../api/messages.ts";
import { isEligible } from "./classify-session.ts";
import type { RunView } from "./inspector-api.ts";

/** Input tokens of a call, in the part that repeats the call before it from its first byte on, and the rest. */
interface PromptSize {
	readonly tokens: number;
	/** What a provider may read from its prompt cache. */
	readonly repeated: number;
}

/** A turn's cost, as it was and as it would have been with the newest 100 messages. */
export interface CostTurn {
	readonly runId: string;
	readonly answerId: string | null;
	/** Number of the input among the session's messages, from 1. */
	readonly position: number;
	readonly sent: PromptSize;
	readonly raw: PromptSize;
}

/** Messages that an Agent sends when its memory is off. */
export const rawWindow = 100;

/** Role and delimiters of one message, as chat formats add them. */
const tokensPerMessage = 4;

/**
 * Input tokens of each turn's first model call, against the newest 100 messages raw. Sizes of messages are estimates; instructions, tools and format are
 * what the model reported beyond them, and count on both sides.
 * @param messages all of the session, oldest first.
 * @param views oldest first; those whose input is gone are left out.
 */
export function costSeries(messages: readonly Message[], views: readonly RunView[]): readonly CostTurn[] {
	const sizes = new Map(messages.map(({ id, text }) => [id, estimateTokens(text) + tokensPerMessage]));
	const eligible = messages.filter(isEligible).map(({ id }) => id);
	const places = new Map(eligible.map((id, index) => [id, index]));
	const size = (id: string) => sizes.get(id) ?? 0;
	const turns: CostTurn[] = [];
	let before: { readonly sent: Prompt; readonly raw: Prompt } | undefined;
	for (const view of views) {
		const place = view.input_id === null ? undefined : places.get(view.input_id);
		if (place === undefined) continue;
		const sent = toPrompt(view, size);
		const instructions = Math.max(0, (view.input_tokens ?? sent.total) - sent.total);
		const rawIds = eligible.slice(Math.max(0, place - rawWindow), place + 1);
		const raw: Prompt = { parts: rawIds.map((id) => ({ key: id, tokens: size(id) })), total: rawIds.reduce((total, id) => total + size(id), 0) };
		turns.push({
			runId: view.run_id,
			answerId: view.answer_id,
			position: messages.findIndex(({ id }) => id === view.input_id) + 1,
			sent: { tokens: instructions + sent.total, repeated: before ? instructions + sharedPrefix(before.sent, sent) : 0 },
			raw: { tokens: instructions + raw.total, repeated: before ? instructions + sharedPrefix(before.raw, raw) : 0 },
		});
		before = { sent, raw };
	}
	return turns;
}

interface Prompt {
	readonly parts: readonly { readonly key: string; readonly tokens: number }[];
	readonly total: number;
}

/** Characters in a token, about: of a summary only its length is kept. */
const charsPerToken = 4;

function toPrompt({ summary, message_ids: ids }: RunView, size: (id: string) => number): Prompt {
	const head = summary
		? [{ key: `summary ${summary.incarnation} ${summary.version}`, tokens: Math.ceil(summary.chars / charsPerToken) + tokensPerMessage }]
		: [];
	const parts = [...head, ...ids.map((id) => ({ key: id, tokens: size(id) }))];
	return { parts, total: parts.reduce((total, { tokens }) => total + tokens, 0) };
}

/** Tokens of the parts that both prompts begin with. */
function sharedPrefix(before: Prompt, after: Prompt): number {
	let tokens = 0;
	for (const [index, part] of after.parts.entries()) {
		if (before.parts[index]?.key !== part.key) break;
		tokens += part.tokens;
	}
	return tokens;
}

/** All turns together. */
export interface CostTotals {
	readonly sent: PromptSize;
	readonly raw: PromptSize;
	/** What was not sent, as a share of raw: 0.6 is 60 % less; negative when more was sent. */
	readonly saved: number;
	/** The same when repeated prefixes cost a tenth. */
	readonly savedWithCache: number;
}

/** Price of a token that a provider reads from its prompt cache, as a share of the full price. */
export const cachedPrice = 0.1;

export function costTotals(turns: readonly CostTurn[]): CostTotals {
	const sum = (side: "sent" | "raw"): PromptSize => ({
		tokens: turns.reduce((total, turn) => total + turn[side].tokens, 0),
		repeated: turns.reduce((total, turn) => total + turn[side].repeated, 0),
	});
	const sent = sum("sent");
	const raw = sum("raw");
	const price = ({ tokens, repeated }: PromptSize) => tokens - repeated * (1 - cachedPrice);
	const less = (ours: number, theirs: number) => (theirs === 0 ? 0 : 1 - ours / theirs);
	return { sent, raw, saved: less(sent.tokens, raw.tokens), savedWithCache: less(price(sent), price(raw)) };
}
