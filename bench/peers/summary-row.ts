import type { Conversation } from "./conversations.ts";
import { countLost, type Figures, measure, sum } from "./play.ts";
import type { Strategy } from "./strategies.ts";

/** All conversations with one strategy. */
export interface SummaryRow extends Figures {
	readonly name: string;
	/** Messages lost when the summariser was down for the first half of each conversation. */
	readonly lost: number;
}

export const ratios = [1, 0.5, 0.1] as const;

/** A reply token costs so many prompt tokens. Only the summaries' count: the answers are the same for all. */
export const replyPrice = 4;

/** @returns the cost in full-price prompt tokens when a repeated prompt token costs `ratio` of one, summary calls included. */
export function costOf(row: Figures, ratio: number): number {
	const repeated = row.repeated + row.summaryRepeated;
	return row.prompt + row.summaryPrompt - (1 - ratio) * repeated + replyPrice * row.summaryReply;
}

export function keepsAll(row: Figures): boolean {
	return row.reachable === row.facts;
}

export async function measureAll(strategy: Strategy, conversations: readonly Conversation[]): Promise<SummaryRow> {
	const figures: Figures[] = [];
	let lost = 0;
	for (const conversation of conversations) {
		figures.push(await measure(strategy, conversation));
		lost += await countLost(strategy, conversation);
	}
	return { name: strategy.name, lost, ...addUp(figures) };
}

/** One strategy over several sets of conversations. */
export function together(sets: readonly SummaryRow[]): SummaryRow {
	return { name: sets[0]?.name ?? "", lost: sum(sets.map(({ lost }) => lost)), ...addUp(sets) };
}

function addUp(figures: readonly Figures[]): Figures {
	const total = (key: keyof Figures) => sum(figures.map((one) => one[key]));
	return {
		calls: total("calls"),
		prompt: total("prompt"),
		repeated: total("repeated"),
		maxPrompt: Math.max(...figures.map((one) => one.maxPrompt)),
		summaryCalls: total("summaryCalls"),
		summaryPrompt: total("summaryPrompt"),
		summaryRepeated: total("summaryRepeated"),
		summaryReply: total("summaryReply"),
		facts: total("facts"),
		reachable: total("reachable"),
	};
}
