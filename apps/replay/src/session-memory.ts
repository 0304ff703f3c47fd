import { z } from "zod";
import { summaryOpening } from "./coverage.ts";
import type { PromptMessage } from "./prompt.ts";
import type { FoldTokens } from "./turn-report.ts";

const place = z.looseObject({ message_id: z.string() });
const schema = z.looseObject({
	state: z
		.looseObject({
			summary: z.string(),
			pinned: z.record(z.string(), z.string()),
			absorbed_count: z.number(),
			covered_until: place.nullable(),
			incarnation: z.string(),
			version: z.number(),
		})
		.nullable(),
	backlog: z.number(),
	recent_window: z.number(),
	uncovered: z.number(),
	fold_due: z.boolean(),
	journal: z.array(
		z.looseObject({
			id: z.string(),
			outcome: z.string(),
			code: z.string().nullish(),
			message_count: z.number(),
			model: z.string(),
			usage: z.looseObject({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
			prompt_chars: z.number(),
		}),
	),
});

/** What the monitor endpoint says about a session's memory: state, sizes in messages, journal with the newest fold first. */
export type SessionMemory = z.infer<typeof schema>;

export function parseSessionMemory(value: unknown): SessionMemory {
	return schema.parse(value);
}

/** Characters in a token, where a fold's provider counted none. */
const charsPerToken = 4;

/** @returns the folds saved between two looks, and what the attempts in between cost: failed ones cost too. */
export function newFolds(before: SessionMemory, after: SessionMemory): { readonly folds: number; readonly foldTokens: FoldTokens } {
	const known = new Set(before.journal.map(({ id }) => id));
	const fresh = after.journal.filter(({ id }) => !known.has(id));
	const input = fresh.map(({ usage, prompt_chars }) => usage?.input_tokens ?? Math.ceil(prompt_chars / charsPerToken));
	const output = fresh.map(({ usage }) => usage?.output_tokens ?? 0);
	const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
	return { folds: fresh.filter(({ outcome }) => outcome === "saved").length, foldTokens: { input: sum(input), output: sum(output) } };
}

/**
 * Which of two looks at the memory, before and after a turn, its call was made from: the one whose summary the call carries.
 * @param first the call's first message after the system message.
 */
export function usedMemory([before, after]: readonly [SessionMemory, SessionMemory], first: PromptMessage | undefined): SessionMemory {
	const sent = first?.text.startsWith(summaryOpening) ? plain(first.text) : undefined;
	const carries = ({ state }: SessionMemory) => sent !== undefined && state !== null && state.summary !== "" && sent.includes(plain(state.summary));
	return !carries(before) && carries(after) ? after : before;
}

/** Letters and digits only: delimiters inside a summary are written differently when it is sent. */
function plain(text: string): string {
	return text.replace(/[^\p{L}\p{N}]+/gu, "");
}
