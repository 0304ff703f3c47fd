import { callSummarizer } from "./call-summarizer.ts";
import type { FoldFailureCode, TokenUsage } from "./fold-journal.ts";
import { readFoldReply } from "./fold-reply.ts";
import type { FoldWork } from "./fold-work.ts";
import { guardRedact } from "./redaction.ts";
import type { FoldReply } from "./summarizer.ts";

/** A summary call's end: a memory, or why there is none. */
export type Answer = { readonly model: string; readonly usage?: TokenUsage } & (
	| { readonly accepted: true; readonly summary: string; readonly pinned: Readonly<Record<string, string | null>> }
	| { readonly accepted: false; readonly code: FoldFailureCode }
);

/** Asks the turn's summary model. A redact hook that fails counts as `server-error`: it says nothing about the batch, so nothing is lost for it. */
export async function askForMemory(work: FoldWork): Promise<Answer> {
	const { engine, turn, request } = work;
	const model = engine.models.currentName(turn.summaryModel);
	if (!request) return { accepted: false, code: "server-error", model };
	const result = await callSummarizer(engine, turn, request);
	if (!result.replied) return { accepted: false, code: result.code, model };
	engine.models.answered(turn.summaryModel, result.reply.model);
	const answer = readAnswer(work, result.reply);
	if (answer.accepted) engine.models.succeeded(turn.summaryModel, engine.clock.now());
	return answer;
}

function readAnswer({ engine }: FoldWork, reply: FoldReply): Answer {
	const from = { model: reply.model, ...(reply.usage ? { usage: reply.usage } : {}) };
	const read = readFoldReply(reply);
	if (!read.accepted) return { ...from, accepted: false, code: read.code };
	const guard = guardRedact(engine.redact);
	const clean = guard.redact ?? ((text: string) => text);
	const summary = clean(read.summary).trim();
	const pinned = Object.fromEntries(Object.entries(read.pinned).flatMap(([name, value]) => redactValue(name, value, clean)));
	if (guard.failed()) return { ...from, accepted: false, code: "server-error" };
	return summary === "" ? { ...from, accepted: false, code: "empty-summary" } : { ...from, accepted: true, summary, pinned };
}

/** A value of which nothing is left counts as left out of the reply. */
function redactValue(name: string, value: string | null, redact: (text: string) => string): readonly (readonly [string, string | null])[] {
	const clean = value === null ? null : redact(value);
	return clean === null || clean.trim() !== "" ? [[name, clean]] : [];
}
