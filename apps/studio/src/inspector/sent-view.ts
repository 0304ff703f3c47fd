import { emptyDraft, estimateTokens, type PinnedKey, renderSummaryMessage } from "@foldback/session-compressor";
import type { Run, SentMessage, SentSummary } from "./inspector-api.ts";

/** A part of what a model call was sent, with its estimated tokens. */
export interface SentPart {
	readonly kind: "summary" | "verbatim" | "input";
	readonly message: SentMessage | undefined;
	readonly text: string | undefined;
	/** Estimated; 0 when the text is gone. */
	readonly tokens: number;
}

/** One model call of a run: what it was sent, in order. */
export interface SentCall {
	readonly model: string;
	readonly round: number;
	readonly parts: readonly SentPart[];
	readonly tokens: Readonly<Record<SentPart["kind"], number>>;
	/** As the model reported them; null when it did not. */
	readonly inputTokens: number | null;
	readonly outputTokens: number | null;
	/** Instructions, tools and format: what the model reported beyond the parts. Undefined where that cannot be told. */
	readonly otherTokens: number | undefined;
	/** Messages beside the parts: instructions, and the tool steps so far. */
	readonly otherMessages: number;
	/** Verbatim messages and input that have been edited or deleted since. */
	readonly gone: number;
}

/** @param keys pinned keys of the agent, in configured order: they decide what the summary message said. */
export function sentCalls(run: Pick<Run, "calls" | "views" | "input_id">, keys: readonly PinnedKey[]): readonly SentCall[] {
	return run.calls.flatMap((call) => {
		const view = run.views[call.view];
		if (!view) return [];
		const summary = view.summary ? [toSummaryPart(view.summary, keys)] : [];
		const parts = [...summary, ...view.messages.map((message) => toPart(message, run.input_id))];
		const sum = (kind: SentPart["kind"]) => parts.reduce((total, part) => (part.kind === kind ? total + part.tokens : total), 0);
		const tokens = { summary: sum("summary"), verbatim: sum("verbatim"), input: sum("input") };
		const gone = parts.filter(({ text }) => text === undefined).length;
		const rest = (call.input_tokens ?? 0) - tokens.summary - tokens.verbatim - tokens.input;
		return [
			{
				model: call.model,
				round: call.round,
				parts,
				tokens,
				inputTokens: call.input_tokens,
				outputTokens: call.output_tokens,
				otherTokens: call.input_tokens === null || gone > 0 ? undefined : Math.max(0, rest),
				otherMessages: Math.max(0, call.message_count - view.message_count - summary.length),
				gone,
			},
		];
	});
}

function toPart(message: SentMessage, inputId: string | null): SentPart {
	return {
		kind: message.id === inputId ? "input" : "verbatim",
		message,
		text: message.text ?? undefined,
		tokens: estimateTokens(message.text ?? ""),
	};
}

/** The summary message word for word, while the state it was made from is known. */
function toSummaryPart({ summary, pinned, overrides }: SentSummary, keys: readonly PinnedKey[]): SentPart {
	const draft = { ...emptyDraft, summary: summary ?? "", pinned: pinned ?? {}, overrides: overrides ?? {} };
	const text = summary === null ? undefined : renderSummaryMessage(draft, keys)?.text;
	return { kind: "summary", message: undefined, text, tokens: estimateTokens(text ?? "") };
}
