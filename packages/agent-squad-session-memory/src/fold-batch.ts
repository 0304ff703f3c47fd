import {
	buildFoldRequest,
	clipSummary,
	type FoldReply,
	type FoldRequest,
	mergePinned,
	type PinnedKey,
	readFoldReply,
	type SessionMessage,
	type Summarizer,
	SummarizerError,
} from "@foldback/session-compressor";
import type { ConversationMessage } from "./chat-storage.ts";
import { isTextPart, textOfMessage } from "./message-text.ts";
import type { ChatMemory } from "./summary-marker.ts";

export interface FoldBatchSetup {
	readonly summarizer: Summarizer;
	readonly keys: readonly PinnedKey[];
	readonly summaryWords: number;
	readonly maxMessageChars: number;
	readonly timeoutMs: number;
	readonly redact?: (text: string) => string;
}

/**
 * One model call that absorbs a batch into the memory of a chat.
 * @throws SummarizerError when the call failed or its reply cannot be used: nothing of the batch may be dropped then.
 */
export async function foldBatch(setup: FoldBatchSetup, memory: ChatMemory, batch: readonly ConversationMessage[]): Promise<ChatMemory> {
	const { redact = (text: string) => text, maxMessageChars, summaryWords, keys } = setup;
	const request = buildFoldRequest({ messages: batch.map(toSessionMessage), ...memory, knownKeys: keys, maxMessageChars, summaryWords, redact });
	const answer = readFoldReply(await withinTime(setup, request));
	if (!answer.accepted) {
		throw new SummarizerError(answer.code, `The summary model's reply cannot be used (${answer.code}). Try again later, or use another summary model.`);
	}
	const pinned = Object.entries(answer.pinned).map(([name, value]) => [name, value === null ? null : redact(value)] as const);
	return { summary: clipSummary(redact(answer.summary), summaryWords), pinned: mergePinned(memory.pinned, Object.fromEntries(pinned), keys) };
}

/** A message as the fold prompt takes it, named by its place. */
export function toSessionMessage(message: ConversationMessage, place: number): SessionMessage {
	const files = (message.content ?? []).flatMap((part) => (isTextPart(part) ? [] : [kindOf(part)]));
	const role = message.role === "assistant" ? "assistant" : "user";
	return { id: String(place), revision: 0, role, text: textOfMessage(message), ...(files.length === 0 ? {} : { files }) };
}

/** What a part that is not text is called by its format: `image`, `document`, `toolUse`. */
function kindOf(part: unknown): string {
	if (typeof part !== "object" || part === null) return typeof part;
	return "type" in part && typeof part.type === "string" ? part.type : (Object.keys(part)[0] ?? "part");
}

/** Ends the wait also when the model does not listen to the signal. */
async function withinTime({ summarizer, timeoutMs }: FoldBatchSetup, request: FoldRequest): Promise<FoldReply> {
	const abort = new AbortController();
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => {
		reject(new SummarizerError("timeout", `The summary model did not answer within ${timeoutMs} ms.`));
		abort.abort();
	}, timeoutMs);
	try {
		return await Promise.race([summarizer(request, { signal: abort.signal }), late]);
	} finally {
		clearTimeout(timer);
	}
}
