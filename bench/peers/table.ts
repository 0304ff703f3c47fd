import type { Overhead } from "./overhead.ts";
import { costOf, ratios, replyPrice, type SummaryRow } from "./summary-row.ts";

const thousand = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const k = (tokens: number) => `${thousand.format(tokens / 1000)} k`;

export function costTable(rows: readonly SummaryRow[]): string {
	const head = ["strategy", "prompt tokens", "repeats the call before", ...ratios.map((ratio) => `cost at ${ratio}`), "facts reachable", "largest prompt"];
	return markdown(
		head,
		rows.map((row) => [
			row.name,
			k(row.prompt),
			`${Math.round((100 * row.repeated) / row.prompt)} %`,
			...ratios.map((ratio) => k(costOf(row, ratio))),
			`${row.reachable} of ${row.facts}`,
			thousand.format(row.maxPrompt),
		]),
	);
}

export function summaryTable(rows: readonly SummaryRow[]): string {
	const head = ["strategy", "summary calls", "their prompts", "their replies", "messages lost when the summariser fails"];
	return markdown(
		head,
		rows.map((row) => [row.name, thousand.format(row.summaryCalls), k(row.summaryPrompt), k(row.summaryReply), thousand.format(row.lost)]),
	);
}

/** Where the cost goes when a repeated prompt token costs `ratio` of one; the columns add up to it. */
export function breakdownTable(rows: readonly SummaryRow[], ratio: number): string {
	const head = ["strategy", "prompts, new", "prompts, repeated", "summary prompts, new", "summary prompts, repeated", "summary replies", `cost at ${ratio}`];
	return markdown(
		head,
		rows.map((row) => [
			row.name,
			k(row.prompt - row.repeated),
			k(ratio * row.repeated),
			k(row.summaryPrompt - row.summaryRepeated),
			k(ratio * row.summaryRepeated),
			k(replyPrice * row.summaryReply),
			k(costOf(row, ratio)),
		]),
	);
}

export function overheadTable(overheads: readonly Overhead[]): string {
	const ms = (value: number) => (value < 0.1 ? "< 0.1" : value.toFixed(1));
	return markdown(
		["strategy", "call, ms (median)", "first call of a later run, ms", "first call of the process, ms"],
		overheads.map(({ name, medianMs, nextRunMs, firstMs }) => [name, ms(medianMs), ms(nextRunMs), ms(firstMs)]),
	);
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
	const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
	return [line(head), rule, ...rows.map(line)].join("\n");
}
