import { clipSummary } from "./clip-summary.ts";
import { countWords } from "./count-words.ts";
import { type FoldWork, promptChars, type StepOutcome } from "./fold-work.ts";
import type { SessionMessage } from "./message.ts";
import { saveFold } from "./save-fold.ts";
import { utcDay } from "./utc-day.ts";

/** Absorbs rows that no model call could fold, without one: a line of the summary says so, and holds no text of them. */
export async function passOver(work: FoldWork): Promise<StepOutcome> {
	const { engine, turn, state, rows } = work;
	const line = rows.map(passedOverLine).join("\n");
	const summary = clipSummary(state?.summary ?? "", Math.max(1, engine.folding.summaryWords - countWords(line)));
	const model = engine.models.currentName(turn.summaryModel);
	return await saveFold(
		work,
		{ summary: state?.summary ? `${summary}\n${line}` : line, pinned: state?.pinned ?? {}, summaryModel: state?.summaryModel || model },
		{ outcome: "passed-over", messageCount: rows.length, promptChars: promptChars(work.request), model, durationMs: 0 },
	);
}

function passedOverLine({ role, timestampMs, text }: SessionMessage): string {
	const day = utcDay(timestampMs);
	return `- One ${role} message${day ? ` of ${day}` : ""} (${text.length} characters) could not be summarised.`;
}
