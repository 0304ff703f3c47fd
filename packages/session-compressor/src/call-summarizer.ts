import type { Engine, Turn } from "./engine.ts";
import type { FoldFailureCode } from "./fold-journal.ts";
import { type FoldReply, type FoldRequest, SummarizerError } from "./summarizer.ts";

export type CallResult = { readonly replied: true; readonly reply: FoldReply } | { readonly replied: false; readonly code: FoldFailureCode };

/** One call of the turn's summary model, ended by the turn's signal or after `foldTimeoutMs`, also when the summarizer does not listen. */
export async function callSummarizer(engine: Engine, turn: Turn, request: FoldRequest): Promise<CallResult> {
	const call = new AbortController();
	const timer = new AbortController();
	const abort = listen(turn.signal);
	try {
		return await Promise.race([
			abort.happened.then(() => failure("aborted")),
			elapsed(engine, timer.signal).then(() => failure("timeout")),
			reply(turn, request, call.signal),
		]);
	} finally {
		abort.forget();
		timer.abort();
		call.abort();
	}
}

async function reply(turn: Turn, request: FoldRequest, signal: AbortSignal): Promise<CallResult> {
	try {
		return { replied: true, reply: await turn.summarizer(request, { signal }) };
	} catch (error) {
		if (turn.signal?.aborted) return failure("aborted");
		return failure(SummarizerError.isInstance(error) ? error.code : "network");
	}
}

function failure(code: FoldFailureCode): CallResult {
	return { replied: false, code };
}

/** Resolves when the time is up; stays pending when the sleep was cut short. */
function elapsed(engine: Engine, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		engine.clock.sleep(engine.folding.foldTimeoutMs, signal).then(resolve, () => undefined);
	});
}

function listen(signal: AbortSignal | undefined): { readonly happened: Promise<void>; forget(): void } {
	let forget = () => {};
	const happened = new Promise<void>((resolve) => {
		if (!signal) return;
		if (signal.aborted) return resolve();
		const onAbort = () => resolve();
		signal.addEventListener("abort", onAbort, { once: true });
		forget = () => signal.removeEventListener("abort", onAbort);
	});
	return { happened, forget: () => forget() };
}
