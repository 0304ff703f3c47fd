import type { ComponentDefinition, FlowValue, NodeCall } from "../component.ts";
import type { FlowMessage } from "../run-context.ts";
import { contextField, senderFields, sessionField, storeField } from "./message-fields.ts";

/** The user's message: stored before anything else runs, and passed on with the id of its row. */
export const chatInput: ComponentDefinition = {
	type: "ChatInput",
	category: "input_output",
	displayName: "Chat Input",
	description: "Get chat inputs from the Playground.",
	icon: "MessagesSquare",
	receives: "chat",
	storesMessages: true,
	fields: [
		{ name: "input_value", displayName: "Input Text", inputType: "MultilineInput", value: "", info: "Message to be passed as input." },
		storeField,
		...senderFields("User", "User"),
		sessionField,
		contextField,
		{ name: "files", displayName: "Files", inputType: "FileInput", value: "", info: "Files to be sent with the message.", advanced: true, list: true },
	],
	outputs: [{ name: "message", displayName: "Chat Message", types: ["Message"] }],
	run: (call) => ({ message: () => storeInput(call) }),
};

async function storeInput(call: NodeCall): Promise<FlowValue> {
	const { inputs, node, request, context } = call;
	const fromRequest = request.inputType === "chat" || request.inputType === "any" ? request.inputValue : undefined;
	const message: FlowMessage = {
		text: fromRequest ?? inputs.text("input_value"),
		sender: inputs.choice("sender", ["User", "Machine"]),
		senderName: inputs.text("sender_name"),
		sessionId: request.sessionId || inputs.text("session_id") || call.sessionId,
		contextId: inputs.text("context_id"),
		files: [...new Set([...inputs.texts("files"), ...(request.files ?? [])])],
		properties: { state: "complete", source: { id: node.id, display_name: node.displayName, source: "" } },
	};
	if (!context.messages || !inputs.boolean("should_store_message")) return { kind: "message", message };
	const result = await context.messages.append(message);
	if (!result.stored) {
		call.warn(`The message was not stored: ${result.reason}.`);
		return { kind: "message", message };
	}
	call.rows.add(result.message, "chat", undefined);
	context.onEvent({ type: "message-stored", nodeId: node.id, message: result.message });
	return { kind: "message", message: result.message };
}
