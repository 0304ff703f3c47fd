/** Prints the comparison; with `--write` also writes RESULTS.md and the chart for the README. Recorded chats are added when FOLDBACK_CORPUS names a folder. */
import { mkdir, writeFile } from "node:fs/promises";
import { renderChart } from "./chart.ts";
import { type Conversation, generateConversations, readRecorded } from "./conversations.ts";
import { measureOverheads } from "./overhead.ts";
import { sum } from "./play.ts";
import { strategies } from "./strategies.ts";
import { costOf, keepsAll, measureAll, replyPrice, type SummaryRow, together } from "./summary-row.ts";
import { breakdownTable, costTable, overheadTable, summaryTable } from "./table.ts";

const threadLength = 10_000;

async function measureSet(conversations: readonly Conversation[]): Promise<readonly SummaryRow[]> {
	const rows: SummaryRow[] = [];
	for (const strategy of strategies) {
		process.stderr.write(`${strategy.name}\n`);
		rows.push(await measureAll(strategy, conversations));
	}
	return rows;
}

function describe(conversations: readonly Conversation[]): string {
	const messages = sum(conversations.map(({ turns }) => turns.length * 2));
	return `${conversations.length} conversations, ${messages} messages, ${sum(conversations.map(({ facts }) => facts.length))} facts`;
}

function section(title: string, conversations: readonly Conversation[], rows: readonly SummaryRow[]): string {
	return `## ${title}\n\n${describe(conversations)}.\n\n${costTable(rows)}\n\n${summaryTable(rows)}\n\nWhere the cost at a cached price of 0.1 goes:\n\n${breakdownTable(rows, 0.1)}\n\n${verdict(rows)}\n`;
}

/** What the figures say, the losses included. */
function verdict(rows: readonly SummaryRow[]): string {
	const own = rows.filter(({ name }) => name.startsWith("Foldback"));
	const lines = own.flatMap((row) => [
		...(keepsAll(row) ? [] : [`- ${row.name} does not have every fact in the last prompt (${row.reachable} of ${row.facts}).`]),
		...rows
			.filter((other) => !other.name.startsWith("Foldback") && costOf(other, 0.1) < costOf(row, 0.1))
			.map(
				(other) =>
					`- At a cached price of 0.1, ${other.name} costs less than ${row.name} (${percent(other, row)}) and has ${other.reachable} of ${other.facts} facts.`,
			),
		...rows
			.filter((other) => !other.name.startsWith("Foldback") && keepsAll(other) && costOf(other, 0.1) >= costOf(row, 0.1))
			.map((other) => `- ${row.name} costs ${percent(row, other)} of ${other.name}, which also keeps every fact.`),
	]);
	return lines.join("\n");
}

function percent(left: SummaryRow, right: SummaryRow): string {
	return `${Math.round((100 * costOf(left, 0.1)) / costOf(right, 0.1))} %`;
}

const preface = `# Ways to keep a chat short, side by side

Written by \`npx -y pnpm@12 bench:peers --write\` (with \`FOLDBACK_CORPUS\` set, recorded chats are added); do not edit. One program, the same conversations, the
same answers, the same fake summariser that keeps every fact it is shown. All strategies run in LangChain's \`createAgent\`.

- **Cost at r**: in full-price prompt tokens. Prompt tokens that repeat the start of the call before cost r of one, as a provider's cache would have them; the
  same holds among the summary calls, which are included, and each token of a summary costs ${replyPrice}. The answers are the same for all and left out.
- **Facts reachable**: codes given in the chat that stand in the last prompt, verbatim or in the summary.
- **Messages lost**: the summariser is down for the first half of each conversation; at the end these messages are neither in the prompt nor were they ever
  shown to a working summariser. For the plain windows that is everything older than the window.
- \`Foldback, send\` is the default. \`Foldback, send, by tokens\` is \`{ foldThreshold: 60, foldTokens: 2000 }\`, which the package's README recommends where
  the provider charges little for a repeated prompt: it folds later, so it costs more where nothing is cached.
- LangChain's middleware never summarises with its defaults: it has no trigger.
- Tokens are o200k; four are added per message. Real models lose facts in summaries that this summariser keeps: the figures compare the machinery, not models.
`;

const generated = generateConversations();
const rows = await measureSet(generated);
const corpus = process.env.FOLDBACK_CORPUS;
const recorded = corpus === undefined || corpus === "" ? [] : await readRecorded(corpus);
const recordedRows = recorded.length === 0 ? [] : await measureSet(recorded);
const all = recordedRows.map((row, index) => together([rows[index] ?? row, row]));
const parts = [
	section("Generated conversations", generated, rows),
	...(recorded.length === 0 ? [] : [section("Recorded support chats (tool calls left out)", recorded, recordedRows)]),
	...(recorded.length === 0 ? [] : [section("All conversations together", [...generated, ...recorded], all)]),
	`## Overhead\n\nA thread of ${threadLength} messages; the time of the middleware alone, no summary due; the best of five rounds.\n\n${overheadTable(await measureOverheads(threadLength))}\n`,
];
process.stdout.write(`${parts.join("\n")}\n`);
if (process.argv.includes("--write")) await write(parts);

async function write(sections: readonly string[]): Promise<void> {
	const images = new URL("../../docs/images/", import.meta.url);
	await mkdir(images, { recursive: true });
	await writeFile(new URL("peers.svg", images), renderChart(rows, `${describe(generated)}, generated by a seed. Made by: pnpm bench:peers --write`));
	await writeFile(new URL("RESULTS.md", import.meta.url), `${preface}\n${sections.join("\n")}`);
}
