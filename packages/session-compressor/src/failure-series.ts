import type { Attempt } from "./attempt-log.ts";
import { sameCursor } from "./cursor.ts";
import { replyFailureCodes } from "./fold-journal.ts";
import type { Cursor } from "./message.ts";

/** Attempts at this cursor since the last saved fold, newest first: failed ones and probes. Lost ones say nothing about the batch. */
export function attemptsAt(journal: readonly Attempt[], cursor: Cursor | undefined): readonly Attempt[] {
	const lastSaved = journal.findIndex(isSaved);
	const since = lastSaved < 0 ? journal : journal.slice(0, lastSaved);
	return since.filter((attempt) => (attempt.outcome === "failed" || attempt.outcome === "probe") && sameCursor(attempt.after, cursor));
}

/**
 * Index in the journal (newest first) of the first failure of a batch that held the oldest waiting row: failures at this cursor, and
 * before the folds that led here, those of batches that reached further than these folds.
 * @returns -1 when there is none.
 */
export function firstFailureIndex(journal: readonly Attempt[], cursor: Cursor | undefined): number {
	let place = cursor;
	let rowsBefore = 0;
	let first = -1;
	for (const [index, attempt] of journal.entries()) {
		if (isSaved(attempt)) {
			if (!sameCursor(attempt.through, place)) break;
			rowsBefore += attempt.messageCount;
			place = attempt.after;
		} else if (isReplyFailure(attempt) && sameCursor(attempt.after, place) && attempt.messageCount > rowsBefore) {
			first = index;
		}
	}
	return first;
}

/** Whether the attempt failed in the shape of the reply, so that its batch may be at fault. */
export function isReplyFailure(attempt: Attempt): boolean {
	return attempt.outcome === "failed" && replyFailureCodes.some((code) => code === attempt.code);
}

function isSaved(attempt: Attempt): boolean {
	return attempt.outcome === "saved" || attempt.outcome === "passed-over";
}
