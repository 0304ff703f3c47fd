import type { FoldFailureCode } from "../fold-journal.ts";
import type { SessionMessage } from "../message.ts";
import { type FoldReply, type FoldRequest, type Summarizer, SummarizerError } from "../summarizer.ts";

/** What the scripted model does with one call. */
export type ScriptedStep =
	/** Folds: the summary names every message absorbed so far, pinned values are the newest `key: value` mentions. */
	| "fold"
	/** Rejects with this code. */
	| { readonly fail: FoldFailureCode }
	/** Rejects with this error. */
	| { readonly throws: unknown }
	/** Answers exactly this. */
	| { readonly reply: string; readonly finishReason?: string }
	/** Waits until `release` is called for it, then does `afterwards` (default `fold`). Ignores its signal when `deaf`. */
	| { readonly hold: Held; readonly afterwards?: Exclude<ScriptedStep, { readonly hold: Held }>; readonly deaf?: boolean };

/** A call that waits. */
export interface Held {
	/** Resolves when a call has arrived here. */
	readonly reached: Promise<void>;
	/** Lets the call go on. */
	release(): void;
	/** Used by the scripted summarizer: arrives, then waits for the release. */
	pass(): Promise<void>;
}

export interface ScriptedSummarizer {
	readonly summarizer: Summarizer;
	/** Every request so far, in order. */
	readonly requests: readonly FoldRequest[];
	/** Ids of the messages in each request. */
	readonly batches: readonly (readonly string[])[];
	/** Adds steps for the next calls; calls beyond the script fold. */
	next(...steps: readonly ScriptedStep[]): void;
}

/** @returns a gate at which a scripted call can be held. */
export function createHeld(): Held {
	const arrival = Promise.withResolvers<void>();
	const gate = Promise.withResolvers<void>();
	return {
		reached: arrival.promise,
		release: () => gate.resolve(),
		async pass() {
			arrival.resolve();
			await gate.promise;
		},
	};
}

/**
 * A summary model for tests. It keeps facts: its summary is one bullet per absorbed message id, carried over from fold to fold, so what a state
 * has absorbed can be read from its text.
 * @param options.fact what its bullet says about a message; the id by default.
 * @param options.decide chooses the step of a call instead of the script; the script goes first.
 */
export function createScriptedSummarizer(
	options: { readonly model?: string; readonly fact?: (message: SessionMessage) => string; readonly decide?: (request: FoldRequest) => ScriptedStep } = {},
): ScriptedSummarizer {
	const { model = "scripted", decide = () => "fold", fact = ({ id }) => id } = options;
	const script: ScriptedStep[] = [];
	const requests: FoldRequest[] = [];
	const summarizer: Summarizer = async (request, { signal }) => {
		requests.push(request);
		return await perform(script.shift() ?? decide(request), { request, signal, model, fact });
	};
	return {
		summarizer,
		requests,
		get batches() {
			return requests.map((request) => request.messages.map(({ id }) => id));
		},
		next: (...steps) => {
			script.push(...steps);
		},
	};
}

interface Call {
	readonly request: FoldRequest;
	readonly signal: AbortSignal;
	readonly model: string;
	readonly fact: (message: SessionMessage) => string;
}

async function perform(step: ScriptedStep, call: Call): Promise<FoldReply> {
	const { request, signal, model } = call;
	if (step === "fold") return { text: echo(call), finishReason: "stop", model, usage: { inputTokens: request.user.length, outputTokens: 1 } };
	if ("fail" in step) throw new SummarizerError(step.fail, `Scripted failure: ${step.fail}.`);
	if ("throws" in step) throw step.throws;
	if ("reply" in step) return { text: step.reply, finishReason: step.finishReason ?? "stop", model };
	await (step.deaf ? step.hold.pass() : Promise.race([step.hold.pass(), rejectOnAbort(signal)]));
	return await perform(step.afterwards ?? "fold", call);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(new SummarizerError("aborted", "The call was aborted."));
		signal.addEventListener("abort", () => reject(new SummarizerError("aborted", "The call was aborted.")), { once: true });
	});
}

function echo({ request, fact }: Call): string {
	const bullets = request.messages.map((message) => `- ${fact(message)}`);
	const summary = [...(request.summary === "" ? [] : [request.summary]), ...bullets].join("\n");
	const pinned = request.keys.flatMap(({ name }) => {
		const mention = request.messages.findLast(({ text }) => text.includes(`${name}: `));
		return mention ? [[name, mention.text.slice(mention.text.indexOf(`${name}: `) + name.length + 2).split("\n")[0] ?? ""]] : [];
	});
	return JSON.stringify({ pinned: Object.fromEntries(pinned), summary });
}
