import { emptyDraft, estimateTokens, type PinnedKey, renderSummaryMessage } from "@foldback/session-compressor";
import type { Run, SentMessage, SentSummary } from "./inspector-api.ts";
import { turnPart } from "./sent-turn.ts";

/** What a part of a model call is. `turn` parts come after the input: the model's calls of tools and what the tools gave. */
export type SentKind = "instructions" | "summary" | "verbatim" | "input" | "turn";

/** A message of a model call, with its estimated tokens. */
export interface SentPart {
	readonly kind: SentKind;
	/** What it is called; undefined for stored messages, which are called after their sender. */
	readonly name?: string;
	readonly message?: SentMessage;
	/** Undefined when it is gone, or was never kept. */
	readonly text: string | undefined;
	/** Why there is no text. */
	readonly missing?: string;
	/** Estimated; 0 when the text is gone. */
	readonly tokens: number;
}

/** One model call of a run: what it was sent, in order. */
export interface SentCall {
	readonly model: string;
	readonly round: number;
	readonly parts: readonly SentPart[];
	readonly tokens: Readonly<Record<SentKind, number>>;
	/** As the model reported them; null when it did not. */
	readonly inputTokens: number | null;
	readonly outputTokens: number | null;
	/** Definitions of tools and format: what the model reported beyond the parts. Undefined where that cannot be told. */
	readonly otherTokens: number | undefined;
	/** Messages whose text is not kept: put together from other nodes. */
	readonly otherMessages: number;
	/** Parts that have been edited, deleted or forgotten since. */
	readonly gone: number;
}

/** @param keys pinned keys of the agent, in configured order: they decide what the summary message said. */
export function sentCalls(run: Pick<Run, "calls" | "views" | "input_id">, keys: readonly PinnedKey[]): readonly SentCall[] {
	return run.calls.flatMap((call) => {
		const view = run.views[call.view];
		if (!view) return [];
		const parts = [
			...(call.instructions ? [toInstructions(call.instructions)] : []),
			...(view.summary ? [toSummaryPart(view.summary, keys)] : []),
			...view.messages.map((message) => toPart(message, run.input_id)),
			...call.turn.map(turnPart),
		];
		const sum = (kind: SentKind) => parts.reduce((total, part) => (part.kind === kind ? total + part.tokens : total), 0);
		const tokens = { instructions: sum("instructions"), summary: sum("summary"), verbatim: sum("verbatim"), input: sum("input"), turn: sum("turn") };
		const missing = parts.filter(({ text }) => text === undefined);
		const known = Object.values(tokens).reduce((total, count) => total + count, 0);
		return [
			{
				model: call.model,
				round: call.round,
				parts,
				tokens,
				inputTokens: call.input_tokens,
				outputTokens: call.output_tokens,
				otherTokens: call.input_tokens === null || missing.length > 0 ? undefined : Math.max(0, call.input_tokens - known),
				otherMessages: Math.max(0, call.message_count - parts.length - (view.message_count - view.messages.length)),
				gone: missing.filter(({ missing: why }) => why !== notKept).length,
			},
		];
	});
}

/** Why a text that was put together at the run is not there. */
export const notKept = "not kept, since it may have held text of the chat or of the request";

function toInstructions({ text, chars }: NonNullable<Run["calls"][number]["instructions"]>): SentPart {
	const part = { kind: "instructions", name: "Instructions" } as const;
	return text === null ? { ...part, text: undefined, missing: notKept, tokens: Math.ceil(chars / 4) } : { ...part, text, tokens: estimateTokens(text) };
}

function toPart(message: SentMessage, inputId: string | null): SentPart {
	const isInput = message.id === inputId;
	return {
		kind: isInput ? "input" : "verbatim",
		...(isInput ? { name: "Input" } : {}),
		message,
		text: message.text ?? undefined,
		missing: message.status === "deleted" ? "deleted since" : "edited since; the text that was sent is not kept",
		tokens: estimateTokens(message.text ?? ""),
	};
}

/** The summary message word for word, while the state it was made from is known. */
function toSummaryPart({ summary, pinned, overrides }: SentSummary, keys: readonly PinnedKey[]): SentPart {
	const draft = { ...emptyDraft, summary: summary ?? "", pinned: pinned ?? {}, overrides: overrides ?? {} };
	const text = summary === null ? undefined : renderSummaryMessage(draft, keys)?.text;
	return { kind: "summary", name: "Summary message", text, missing: "forgotten since", tokens: estimateTokens(text ?? "") };
}
