import { type Cost, cachedPrices, outputPrice } from "./totals.ts";
import type { TurnReport } from "./turn-report.ts";

const number = new Intl.NumberFormat("en-US");

/** Column titles of `turnLine`. */
export const turnHeader = columns(["session", "turn", "messages", "tokens", "repeated", "folds", "ms"]);

/** One turn as a line of text, followed by its violations. */
export function turnLine({ session, turn, turns, size, folds, durationMs, uncovered, violations }: TurnReport): string {
	const line = columns([
		session.slice(0, 24),
		`${turn}/${turns}`,
		number.format(size.messages),
		number.format(size.tokens),
		share(size.repeatedTokens, size.tokens),
		folds === 0 ? "" : String(folds),
		number.format(Math.round(durationMs)),
	]);
	const left = uncovered === 0 ? [] : [`  ${uncovered} messages are neither absorbed nor sent; the host reports them as uncovered.`];
	return [line, ...left, ...violations.map((violation) => `  NOT COVERED: ${violation}`)].join("\n");
}

/** The comparison at the end of a replay. */
export function totalsText(costs: readonly Cost[]): string {
	const title = ["", "messages/call", "tokens", "repeated", "folds", "fold tokens", ...cachedPrices.map((price) => `cost at ${price}`)];
	const rows = costs.map((cost) => [
		cost.name,
		cost.calls === 0 ? "" : (cost.messages / cost.calls).toFixed(1),
		number.format(cost.tokens),
		share(cost.repeatedTokens, cost.tokens),
		cost.folds === 0 ? "" : String(cost.folds),
		cost.folds === 0 ? "" : number.format(cost.foldTokens.input + cost.foldTokens.output),
		...cachedPrices.map((price) => number.format(cost.cost[price])),
	]);
	return [
		...[title, ...rows].map((row) => row.map((cell, index) => (index === 0 ? cell.padEnd(14) : cell.padStart(14))).join("")),
		"",
		"tokens: of all calls for answers. repeated: share of them in leading messages equal to the previous call's.",
		`cost at P: input tokens, a repeated one counting P; a fold's tokens included, its output counting ${outputPrice}. Answers are the same everywhere and left out.`,
	].join("\n");
}

function columns(cells: readonly string[]): string {
	const widths = [24, 9, 10, 10, 10, 7, 8];
	return cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join("");
}

function share(part: number, whole: number): string {
	return whole === 0 ? "" : `${Math.round((100 * part) / whole)} %`;
}
