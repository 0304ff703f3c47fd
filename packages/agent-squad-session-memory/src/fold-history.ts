import { notePassedOver, replyFailureCodes, SummarizerError } from "@foldback/session-compressor";
import type { ConversationMessage } from "./chat-storage.ts";
import { type FoldBatchSetup, foldBatch, toSessionMessage } from "./fold-batch.ts";
import type { ChatMemory } from "./summary-marker.ts";

/** Refused calls in a row, or in all, after which the model and not a message counts as broken. */
const mostRefusedInARow = 16;
const mostRefused = 50;

interface Progress {
	memory: ChatMemory;
	/** Refused alone, while nothing has shown yet that the model works. */
	unproven: readonly ConversationMessage[];
	firstRefusal?: SummarizerError;
	/** Whether a batch was refused of which this is a part, and a call has succeeded since. */
	isRefused: boolean;
	isProven: boolean;
	refused: number;
	refusedInARow: number;
}

/**
 * Absorbs messages into the memory of a chat, at most `maxBatch` in a call. A batch whose reply cannot be used is halved, down to one message; one that
 * is refused alone, twice, is passed over when the model has folded others since a batch with it was first refused: a line of the summary says so.
 * @throws SummarizerError when a call failed for another reason, such as the network, or the model refuses too much: nothing may be dropped then.
 */
export async function foldHistory(setup: FoldBatchSetup, memory: ChatMemory, messages: readonly ConversationMessage[], maxBatch: number): Promise<ChatMemory> {
	const progress: Progress = { memory, unproven: [], isRefused: false, isProven: false, refused: 0, refusedInARow: 0 };
	for (let start = 0; start < messages.length; start += maxBatch) {
		progress.isRefused = false;
		progress.isProven = false;
		await foldRange(setup, progress, messages.slice(start, start + maxBatch));
	}
	if (progress.unproven.length > 0 && progress.firstRefusal) throw progress.firstRefusal;
	return progress.memory;
}

async function foldRange(setup: FoldBatchSetup, progress: Progress, range: readonly ConversationMessage[]): Promise<void> {
	if (await isFolded(setup, progress, range)) return;
	if (range.length > 1) {
		const middle = Math.ceil(range.length / 2);
		await foldRange(setup, progress, range.slice(0, middle));
		await foldRange(setup, progress, range.slice(middle));
	} else if (!(await isFolded(setup, progress, range))) {
		progress.unproven = [...progress.unproven, ...range];
		if (progress.isProven) passOver(setup, progress);
	}
}

/** One call. @returns false when its reply cannot be used. */
async function isFolded(setup: FoldBatchSetup, progress: Progress, batch: readonly ConversationMessage[]): Promise<boolean> {
	try {
		progress.memory = await foldBatch(setup, progress.memory, batch);
	} catch (error) {
		countRefusal(progress, error);
		return false;
	}
	progress.refusedInARow = 0;
	progress.isProven = progress.isRefused;
	passOver(setup, progress);
	return true;
}

function countRefusal(progress: Progress, error: unknown): void {
	if (!SummarizerError.isInstance(error) || !replyFailureCodes.some((code) => code === error.code)) throw error;
	progress.firstRefusal ??= error;
	progress.isRefused = true;
	progress.refused += 1;
	progress.refusedInARow += 1;
	if (progress.refused >= mostRefused || progress.refusedInARow >= mostRefusedInARow) throw progress.firstRefusal;
}

/** Counts what waits for a proof as absorbed, and says so in the summary. */
function passOver({ summaryWords }: FoldBatchSetup, progress: Progress): void {
	const note = (summary: string, message: ConversationMessage) => notePassedOver(summary, [toSessionMessage(message, 0)], summaryWords);
	progress.memory = { ...progress.memory, summary: progress.unproven.reduce(note, progress.memory.summary) };
	progress.unproven = [];
}
