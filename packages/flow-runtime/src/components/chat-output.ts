import type { ComponentDefinition, FlowValue, NodeCall } from "../component.ts";
import { isJsonObject } from "../json.ts";
import { dataText, type NodeInputs } from "../node-inputs.ts";
import { renderTemplate } from "../render-template.ts";
import type { FlowMessage } from "../run-context.ts";
import { contextField, senderFields, sessionField, storeField } from "./message-fields.ts";

/** The flow's answer: its row is stored once the text is complete, unless the user's row is gone by then. */
export const chatOutput: ComponentDefinition = {
	type: "ChatOutput",
	category: "input_output",
	displayName: "Chat Output",
	description: "Display a chat message in the Playground.",
	icon: "MessagesSquare",
	delivers: "chat",
	storesMessages: true,
	fields: [
		{
			name: "input_value",
			displayName: "Inputs",
			inputType: "HandleInput",
			value: "",
			info: "Message to be passed as output.",
			required: true,
			inputTypes: ["Data", "DataFrame", "Message"],
		},
		storeField,
		...senderFields("Machine", "AI"),
		sessionField,
		contextField,
		{
			name: "data_template",
			displayName: "Data Template",
			inputType: "MessageTextInput",
			value: "{text}",
			info: "How data is written as text.",
			advanced: true,
			inputTypes: ["Message"],
		},
	],
	outputs: [{ name: "message", displayName: "Output Message", types: ["Message"] }],
	run: (call) => ({ message: () => storeAnswer(call) }),
};

async function storeAnswer(call: NodeCall): Promise<FlowValue> {
	const { inputs, context, node, storedInputId } = call;
	const incoming = inputs.message("input_value");
	const message = answerOf(call, incoming?.message);
	if (!context.messages || !inputs.boolean("should_store_message")) return { kind: "message", message };
	const already = call.rows.adopt(message, incoming?.streamedAs);
	if (already) return { kind: "message", message: already };
	const streamedAs = incoming?.streamedAs !== undefined && call.rows.claim(incoming.streamedAs) ? incoming.streamedAs : undefined;
	const result = await context.messages.append(
		streamedAs === undefined ? message : { ...message, id: streamedAs },
		storedInputId === undefined ? {} : { answers: storedInputId },
	);
	if (!result.stored) {
		context.onEvent({ type: "answer-discarded", nodeId: node.id, reason: result.reason });
		return { kind: "message", message };
	}
	call.rows.add(result.message, "chat", incoming?.streamedAs);
	context.onEvent({ type: "message-stored", nodeId: node.id, message: result.message, ...(streamedAs === undefined ? {} : { streamedAs }) });
	return { kind: "message", message: result.message };
}

function answerOf({ inputs, request, sessionId, node }: NodeCall, incoming: FlowMessage | undefined): FlowMessage {
	const { contentBlocks, durationMs } = incoming ?? {};
	return {
		text: incoming?.text ?? textOf(inputs),
		sender: inputs.choice("sender", ["Machine", "User"]),
		senderName: inputs.text("sender_name"),
		sessionId: request.sessionId || inputs.text("session_id") || sessionId,
		contextId: inputs.text("context_id"),
		files: incoming?.files ?? [],
		properties: { source: { id: node.id, display_name: node.displayName, source: "" }, ...incoming?.properties, state: "complete" },
		...(contentBlocks === undefined ? {} : { contentBlocks }),
		...(durationMs === undefined ? {} : { durationMs }),
	};
}

/** Data with a text is written by the data template, other data as a JSON block. */
function textOf(inputs: NodeInputs): string {
	const data = inputs.data("input_value")?.data;
	if (data === undefined) return inputs.text("input_value");
	if (typeof data === "string") return data;
	if (!isJsonObject(data) || typeof data.text !== "string") return ["```json", JSON.stringify(data, undefined, 2), "```"].join("\n");
	return renderTemplate(inputs.text("data_template") || "{text}", "single", (name) => (Object.hasOwn(data, name) ? dataText(data[name] ?? "") : undefined));
}
