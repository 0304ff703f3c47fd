import type { FlowMessage, MessageWriter } from "@foldback/flow-runtime";
import type { Json, MessageRecord, MessageStore, NewMessage } from "@foldback/session-store";

/**
 * Stores the chat rows of one flow's runs for its owner. They are committed, not yet safe from a power cut: the run waits for that once, before it is answered.
 * @param inputId the id of the user's row in a run that may be repeated: when it is there already, it is not stored again. Nor is the error of an earlier
 * attempt, when this one fails in the same way.
 */
export function createMessageWriter(messages: MessageStore, flow: { readonly id: string; readonly userId: string }, inputId?: string): MessageWriter {
	let input = inputId;
	return {
		async append(given, options) {
			const id = given.sender === "User" && options?.answers === undefined ? input : undefined;
			if (id !== undefined) input = undefined;
			const stored = id === undefined ? undefined : await messages.get(flow.userId, id);
			if (stored?.flowId === flow.id) return { stored: true, message: toFlowMessage(stored) };
			const failed = inputId !== undefined && given.error ? await earlierFailure(messages, { ...flow, inputId }, given) : undefined;
			if (failed) return { stored: true, message: toFlowMessage(failed) };
			const message = id === undefined ? given : { ...given, id };
			const result = await messages.append(toNewMessage(message, flow), { ...options, sync: false });
			return result.stored ? { stored: true, message: toFlowMessage(result.message) } : result;
		},
	};
}

/** Error rows that are looked at after the user's row. */
const failuresSeen = 100;

async function earlierFailure(
	messages: MessageStore,
	{ id: flowId, userId, inputId }: { readonly id: string; readonly userId: string; readonly inputId: string },
	{ sessionId, text }: FlowMessage,
): Promise<MessageRecord | undefined> {
	const input = await messages.get(userId, inputId);
	if (!input) return undefined;
	const after = { timestampMs: input.timestampMs, id: input.id };
	const rows = await messages.list(userId, { flowId, sessionId, sender: "Machine", after, limit: failuresSeen });
	return rows.find((row) => row.error && row.text === text);
}

function toNewMessage(message: FlowMessage, flow: { readonly id: string; readonly userId: string }): NewMessage {
	return {
		...(message.id === undefined ? {} : { id: message.id }),
		flowId: flow.id,
		userId: flow.userId,
		sessionId: message.sessionId,
		contextId: message.contextId,
		sender: message.sender,
		senderName: message.senderName,
		text: message.text,
		files: message.files,
		error: message.error ?? false,
		category: message.error ? "error" : "message",
		properties: toJson(message.properties ?? {}),
		contentBlocks: toJson(message.contentBlocks ?? []),
		durationMs: message.durationMs ?? null,
	};
}

export function toFlowMessage(record: MessageRecord): FlowMessage & { readonly id: string; readonly timestampMs: number } {
	return {
		id: record.id,
		text: record.text,
		sender: record.sender,
		senderName: record.senderName,
		sessionId: record.sessionId,
		contextId: record.contextId,
		files: record.files,
		timestampMs: record.timestampMs,
		properties: record.properties,
		contentBlocks: record.contentBlocks,
		...(record.durationMs === null ? {} : { durationMs: record.durationMs }),
		error: record.error,
	};
}

type JsonOf<Value> = Value extends readonly unknown[] ? readonly Json[] : { readonly [key: string]: Json };

/** What a component attached to a message, as JSON; parts that JSON cannot hold are left out. */
function toJson<Value extends object>(value: Value): JsonOf<Value> {
	// JSON.parse gives back a list for a list and an object for an object.
	return JSON.parse(JSON.stringify(value)) as JsonOf<Value>;
}
