const agentNodeId = "Agent-Rply1";
const inputNodeId = "ChatInput-Rply1";
const outputNodeId = "ChatOutput-Rply1";

/** How the Agent of a replay remembers. */
export interface AgentSettings {
	readonly recentMessages: number;
	readonly pinnedKeys: readonly string[];
}

/** @returns a flow as an editor saves it, Chat Input → Agent → Chat Output, with the switch on; folds go to the offline model. */
export function agentFlow(name: string, settings: AgentSettings): Readonly<Record<string, unknown>> {
	const nodes = [
		node(inputNodeId, "ChatInput", "Chat Input", 0, "message", {
			input_value: field("str", "MultilineInput", ""),
			should_store_message: field("bool", "BoolInput", true),
			sender: field("str", "DropdownInput", "User"),
			sender_name: field("str", "MessageTextInput", "User"),
			session_id: field("str", "MessageTextInput", ""),
		}),
		node(agentNodeId, "Agent", "Agent", 400, "response", {
			model: field("model", "ModelInput", []),
			system_prompt: field("str", "MultilineInput", "You are a helpful assistant who knows this customer's case."),
			n_messages: field("int", "IntInput", settings.recentMessages),
			summarize_older_messages: field("bool", "BoolInput", true),
			pinned_keys: { ...field("str", "StrInput", settings.pinnedKeys), list: true },
			summary_model: field("model", "ModelInput", [{ name: "offline-demo", provider: "Offline" }]),
			tools: field("other", "HandleInput", ""),
			input_value: field("str", "MessageTextInput", ""),
			add_current_date_tool: field("bool", "BoolInput", false),
		}),
		node(outputNodeId, "ChatOutput", "Chat Output", 800, "message", {
			input_value: field("other", "HandleInput", ""),
			should_store_message: field("bool", "BoolInput", true),
			sender: field("str", "DropdownInput", "Machine"),
			sender_name: field("str", "MessageTextInput", "AI"),
			session_id: field("str", "MessageTextInput", ""),
		}),
	];
	const edges = [
		edge({ id: inputNodeId, type: "ChatInput", output: "message" }, { id: agentNodeId, inputTypes: ["Message"], kind: "str" }),
		edge({ id: agentNodeId, type: "Agent", output: "response" }, { id: outputNodeId, inputTypes: ["Data", "DataFrame", "Message"], kind: "other" }),
	];
	return { name, description: "", data: { nodes, edges, viewport: { x: 0, y: 0, zoom: 1 } } };
}

/** @returns the tweaks of a run that make the Agent answer with this model. */
export function modelTweaks(modelName: string): Readonly<Record<string, unknown>> {
	return { [agentNodeId]: { model: [{ name: modelName, provider: "OpenAI" }] } };
}

function node(id: string, type: string, displayName: string, x: number, output: string, fields: Readonly<Record<string, object>>) {
	const template = Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, { name, display_name: name, ...entry }]));
	const outputs = [{ name: output, display_name: output, types: ["Message"], selected: "Message", method: `${output}_response` }];
	const component = { template: { _type: "Component", ...template }, outputs, field_order: Object.keys(fields), base_classes: ["Message"], frozen: false };
	return {
		id,
		type: "genericNode",
		position: { x, y: 0 },
		data: { id, type, showNode: true, selected_output: output, node: { display_name: displayName, description: "", ...component } },
	};
}

function field(type: string, inputType: string, value: unknown) {
	return { _input_type: inputType, type, value, advanced: false, show: true, required: false, dynamic: false, list: false };
}

function edge(
	source: { readonly id: string; readonly type: string; readonly output: string },
	target: { readonly id: string; readonly inputTypes: readonly string[]; readonly kind: string },
) {
	const sourceHandle = { dataType: source.type, id: source.id, name: source.output, output_types: ["Message"] };
	const targetHandle = { fieldName: "input_value", id: target.id, inputTypes: target.inputTypes, type: target.kind };
	return {
		id: `edge-${source.id}-${target.id}`,
		source: source.id,
		target: target.id,
		sourceHandle: handleText(sourceHandle),
		targetHandle: handleText(targetHandle),
		data: { sourceHandle, targetHandle },
	};
}

/** Handles are JSON whose quotation marks are written as œ. */
function handleText(handle: object): string {
	return JSON.stringify(handle).replaceAll('"', "œ");
}
