import type { SummaryMessage, View } from "./compressor.ts";
import { countUncovered } from "./count-uncovered.ts";
import type { Engine, Turn } from "./engine.ts";
import { isFoldDue } from "./fold-due.ts";
import type { SessionMessage } from "./message.ts";
import { backlogInRows, type Reading } from "./read-history.ts";
import type { SessionScope } from "./scope.ts";
import { renderSummaryMessage } from "./summary-message.ts";

/** Makes the view of a reading. */
export async function composeView(engine: Engine, scope: SessionScope, turn: Turn, reading: Reading): Promise<View> {
	const { betweenFolds, summaryPlacement } = engine.folding;
	const sendsBacklog = betweenFolds === "send" && reading.loaded;
	const verbatim = sendsBacklog ? reading.rows : reading.rows.slice(reading.windowStart);
	const summary = reading.state && renderSummaryMessage(reading.state, turn.pinnedKeys);
	const merged = summary && summaryPlacement === "merge" ? mergeSummary(summary, verbatim) : undefined;
	return {
		summary,
		messages: merged ?? verbatim,
		merged: merged !== undefined,
		uncovered: await countUncovered(engine, scope, turn, reading, verbatim.length),
		backlog: sendsBacklog ? backlogInRows(reading) : 0,
		absorbedCount: reading.state?.absorbedCount ?? 0,
		state: reading.state,
		foldDue: isFoldDue(engine, reading),
	};
}

/**
 * Strict chat templates reject two user messages in a row.
 * @returns undefined when the view does not begin with a user message: then the summary, as a message of its own, keeps the roles alternating.
 */
function mergeSummary(summary: SummaryMessage, messages: readonly SessionMessage[]): readonly SessionMessage[] | undefined {
	const [first, ...others] = messages;
	if (first?.role !== "user") return undefined;
	return [{ ...first, text: `${summary.text}\n\n${first.text}` }, ...others];
}
