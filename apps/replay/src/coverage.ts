import type { PromptMessage } from "./prompt.ts";

/** An eligible row as the monitor endpoint lists it, in the session's order. */
export interface CoveredRow {
	readonly id: string;
	readonly role: "user" | "assistant";
	readonly text: string;
}

/** What one turn sent, and what was stored and absorbed when it did. */
export interface CoverageInput {
	/** All eligible rows that were stored when the model was called, ascending, except the current input. */
	readonly history: readonly CoveredRow[];
	/** The call without its system message and without the current input. */
	readonly sent: readonly PromptMessage[];
	/** Id of the last absorbed row; undefined when nothing is absorbed. */
	readonly cursorId: string | undefined;
	/** The state's own count. */
	readonly absorbedCount: number;
	/** The recent window N, in messages. */
	readonly recentMessages: number;
	/** Rows that the host says are neither absorbed nor sent. */
	readonly uncovered: number;
}

/** First words of a summary message. */
export const summaryOpening = "Here is a summary of the conversation to date:";

/**
 * Checks by ids that absorbed ∪ view ∪ uncovered = eligible rows minus the current input.
 * The endpoint receives texts, so each verbatim message is matched to its row: the view is the newest rows in order, without a hole.
 * @returns one sentence for each violation; empty when all is well.
 */
export function coverageViolations(input: CoverageInput): readonly string[] {
	const { history, cursorId, absorbedCount } = input;
	const cursorIndex = cursorId === undefined ? -1 : history.findIndex(({ id }) => id === cursorId);
	if (cursorId !== undefined && cursorIndex === -1) return [`The cursor's row ${cursorId} is not among the ${history.length} eligible rows before the input.`];
	const absorbed = new Set(history.slice(0, cursorIndex + 1).map(({ id }) => id));
	const { summarySent, verbatim } = splitSummary(input.sent, absorbed.size > 0);
	const rows = verbatim.length === 0 ? [] : history.slice(-verbatim.length);
	return [
		...(absorbed.size === absorbedCount ? [] : [`The state counts ${absorbedCount} absorbed messages, ${absorbed.size} rows lie at or before its cursor.`]),
		...(absorbed.size > 0 && !summarySent ? [`${absorbed.size} messages are absorbed, but no summary message was sent.`] : []),
		...mismatches(verbatim, rows, history.length),
		...holes(input, absorbed, rows),
	];
}

function splitSummary(sent: readonly PromptMessage[], expected: boolean): { readonly summarySent: boolean; readonly verbatim: readonly PromptMessage[] } {
	const [first, ...rest] = sent;
	const summarySent = expected && first?.role === "user" && first.text.startsWith(summaryOpening);
	return { summarySent, verbatim: summarySent ? rest : sent };
}

function mismatches(verbatim: readonly PromptMessage[], rows: readonly CoveredRow[], stored: number): readonly string[] {
	if (verbatim.length > rows.length) return [`${verbatim.length} verbatim messages were sent, only ${stored} eligible rows are stored.`];
	const wrong = rows.findIndex((row, index) => row.role !== verbatim[index]?.role || row.text !== verbatim[index]?.text);
	const row = rows[wrong];
	if (!row) return [];
	return [
		`Verbatim message ${wrong + 1} of ${rows.length} (${verbatim[wrong]?.role}) is not row ${row.id} (${row.role}), which stands at its place in the newest rows.`,
	];
}

function holes(input: CoverageInput, absorbed: ReadonlySet<string>, view: readonly CoveredRow[]): readonly string[] {
	const seen = new Set([...absorbed, ...view.map(({ id }) => id)]);
	const missing = input.history.filter(({ id }) => !seen.has(id));
	const wanted = Math.min(input.recentMessages, input.history.length);
	return [
		...(missing.length === input.uncovered
			? []
			: [`${missing.length} rows are neither absorbed nor sent, the host reports ${input.uncovered} uncovered: ${missing.map(({ id }) => id).join(", ")}.`]),
		...(view.length >= wanted ? [] : [`Only ${view.length} of the newest ${wanted} rows were sent.`]),
	];
}
