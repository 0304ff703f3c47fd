import { withDeadline } from "./deadline.ts";
import type { Engine, Turn } from "./engine.ts";
import type { FoldFailureCode } from "./fold-journal.ts";
import { type FoldReply, type FoldRequest, SummarizerError } from "./summarizer.ts";

export type CallResult = { readonly replied: true; readonly reply: FoldReply } | { readonly replied: false; readonly code: FoldFailureCode };

/** One call of the turn's summary model, ended by the turn's signal or after `foldTimeoutMs`, also when the summarizer does not listen. */
export async function callSummarizer(engine: Engine, turn: Turn, request: FoldRequest): Promise<CallResult> {
	const call = new AbortController();
	const { clock, folding } = engine;
	try {
		const limits = { clock, timeoutMs: folding.foldTimeoutMs, signal: turn.signal };
		const result = await withDeadline(reply(turn, request, call.signal), limits);
		return result.ended === "done" ? result.value : { replied: false, code: result.ended };
	} finally {
		call.abort();
	}
}

async function reply(turn: Turn, request: FoldRequest, signal: AbortSignal): Promise<CallResult> {
	try {
		return { replied: true, reply: await turn.summarizer(request, { signal }) };
	} catch (error) {
		if (turn.signal?.aborted) return { replied: false, code: "aborted" };
		return { replied: false, code: SummarizerError.isInstance(error) ? error.code : "network" };
	}
}
