import { clipSummary } from "./clip-summary.ts";
import { countWords } from "./count-words.ts";
import { type FoldWork, promptChars, type StepOutcome } from "./fold-work.ts";
import type { SessionMessage } from "./message.ts";
import { saveFold } from "./save-fold.ts";
import { utcDay } from "./utc-day.ts";

/** Absorbs rows that no model call could fold, without one: a line of the summary says so, and holds no text of them. */
export async function passOver(work: FoldWork): Promise<StepOutcome> {
	const { engine, turn, state, rows } = work;
	const line = passedOverLine(rows);
	const summary = clipSummary(state?.summary ?? "", Math.max(1, engine.folding.summaryWords - countWords(line)));
	const model = engine.models.currentName(turn.summaryModel);
	return await saveFold(
		work,
		{ summary: state?.summary ? `${summary}\n${line}` : line, pinned: state?.pinned ?? {}, summaryModel: state?.summaryModel || model },
		{ outcome: "passed-over", messageCount: rows.length, promptChars: promptChars(work.request), model, durationMs: 0 },
	);
}

function passedOverLine(rows: readonly SessionMessage[]): string {
	const [first] = rows;
	const day = utcDay(first?.timestampMs);
	const what = rows.length === 1 ? `One ${first?.role} message` : `One turn of ${rows.length} messages`;
	const characters = rows.reduce((sum, { text }) => sum + text.length, 0);
	return `- ${what}${day ? ` of ${day}` : ""} (${characters} characters) could not be summarised.`;
}
