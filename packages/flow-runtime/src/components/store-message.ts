import type { NodeCall } from "../component.ts";
import { nameOf } from "../flow.ts";
import { plainMessage } from "../node-inputs.ts";
import type { FlowMessage } from "../run-context.ts";

/**
 * Message History's mode Store. A message that this run has stored already is not stored again, whoever stored it: its row is what comes back, and a
 * Chat Output that is given the same message later takes that row as its own.
 */
export async function storeMessage(call: NodeCall): Promise<FlowMessage> {
	const { context, rows, storedInputId, node } = call;
	const { message, streamedAs } = messageOf(call);
	const already = rows.find(message, streamedAs);
	if (already) return already;
	if (!context.messages) {
		call.warn(`${nameOf(node)}: messages are not stored here, so the message is only passed on.`);
		return message;
	}
	const id = streamedAs !== undefined && rows.claim(streamedAs) ? streamedAs : undefined;
	const { id: _foreign, ...unstored } = message;
	const result = await context.messages.append(
		id === undefined ? unstored : { ...unstored, id },
		storedInputId === undefined || message.sender === "User" ? {} : { answers: storedInputId },
	);
	if (!result.stored) {
		context.onEvent({ type: "answer-discarded", nodeId: node.id, reason: result.reason });
		return unstored;
	}
	rows.add(result.message, "history", streamedAs);
	context.onEvent({ type: "message-stored", nodeId: node.id, message: result.message, ...(id === undefined ? {} : { streamedAs: id }) });
	return result.message;
}

function messageOf({ inputs, request, sessionId, node }: NodeCall): { readonly message: FlowMessage; readonly streamedAs: string | undefined } {
	const incoming = inputs.message("message");
	const text = incoming?.message.text ?? inputs.text("message");
	const { files = [] } = incoming?.message ?? {};
	if (text.trim() === "" && files.length === 0) throw inputs.refuse("message", text, "a message to store");
	const sender = inputs.choice("sender", ["", "Machine", "User"]) || (incoming?.message.sender ?? "Machine");
	const base = incoming?.message ?? plainMessage(text, { sessionId, contextId: "" });
	return {
		message: {
			...base,
			text,
			sender,
			senderName: inputs.text("sender_name") || (incoming?.message.senderName ?? (sender === "User" ? "User" : "AI")),
			sessionId: request.sessionId || inputs.text("session_id") || sessionId,
			contextId: inputs.text("context_id") || base.contextId,
			properties: { source: { id: node.id, display_name: node.displayName, source: "" }, ...base.properties, state: "complete" },
		},
		streamedAs: incoming?.streamedAs,
	};
}
