import { type FoldWork, promptChars, type StepOutcome } from "./fold-work.ts";
import { notePassedOver } from "./note-passed-over.ts";
import { saveFold } from "./save-fold.ts";

/** Absorbs rows that no model call could fold, without one: a line of the summary says so, and holds no text of them. */
export async function passOver(work: FoldWork): Promise<StepOutcome> {
	const { engine, turn, state, rows } = work;
	const model = engine.models.currentName(turn.summaryModel);
	return await saveFold(
		work,
		{
			summary: notePassedOver(state?.summary ?? "", rows, engine.folding.summaryWords),
			pinned: state?.pinned ?? {},
			summaryModel: state?.summaryModel || model,
		},
		{ outcome: "passed-over", messageCount: rows.length, promptChars: promptChars(work.request), model, durationMs: 0 },
	);
}
