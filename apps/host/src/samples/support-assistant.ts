import { type ComponentRegistry, componentNode } from "@foldback/flow-runtime";
import type { Json } from "@foldback/session-store";
import type { FlowDocument } from "../run/flow-engine.ts";

const instructions =
	"You are a support assistant. Answer briefly, from what the user has told you in this chat. If you do not know something, say so. Today is {current_date}.";

/** The sample flows: one support assistant with its memory on, and the same with the newest 100 messages instead. */
export function supportAssistants(registry: ComponentRegistry): readonly FlowDocument[] {
	return [
		supportAssistant(registry, {
			name: "Support assistant",
			endpointName: "support-assistant",
			description: "Remembers the whole chat: a summary, the pinned project and cluster, and the newest messages.",
			agent: {
				n_messages: 10,
				summarize_older_messages: true,
				pinned_keys: ["project_id: the project that the user works on, such as PRJ-123", "cluster: the cluster or region that the user works on"],
			},
		}),
		supportAssistant(registry, {
			name: "Support assistant without memory",
			endpointName: "support-assistant-plain",
			description: "The same, but it sees the newest 100 messages and nothing older.",
			agent: { n_messages: 100, summarize_older_messages: false },
		}),
	];
}

interface Sample {
	readonly name: string;
	readonly endpointName: string;
	readonly description: string;
	readonly agent: Readonly<Record<string, Json>>;
}

function supportAssistant(registry: ComponentRegistry, { name, endpointName, description, agent }: Sample): FlowDocument {
	const build = (type: string, x: number, values: Readonly<Record<string, Json>>) => createNode(registry, { type, x, values });
	return {
		name,
		description,
		endpoint_name: endpointName,
		is_component: false,
		tags: ["assistants"],
		data: {
			nodes: [build("ChatInput", 0, {}), build("Agent", 420, { system_prompt: instructions, ...agent }), build("ChatOutput", 840, {})],
			edges: [
				connect(["ChatInput", "message", "Message"], ["Agent", "input_value", "Message"]),
				connect(["Agent", "response", "Message"], ["ChatOutput", "input_value", "Message"]),
			],
			viewport: { x: 80, y: 80, zoom: 0.8 },
		},
	};
}

const idOf = (type: string) => `${type}-support`;

function createNode(
	registry: ComponentRegistry,
	{ type, x, values }: { readonly type: string; readonly x: number; readonly values: Readonly<Record<string, Json>> },
): FlowDocument {
	const definition = registry.get(type);
	if (!definition) throw new Error(`The sample flows need the component ${type}, which is not registered.`);
	const node = componentNode(definition);
	const filled = Object.entries(values).reduce((template, [field, value]) => fill(template, field, value), asObject(node.template));
	const switched = Object.entries(values).reduce((template, [field, value]) => definition.updateBuildConfig?.(template, field, value) ?? template, filled);
	const id = idOf(type);
	return { id, type: "genericNode", position: { x, y: 0 }, data: { id, type, showNode: true, node: { ...node, template: switched } } };
}

function fill(template: FlowDocument, field: string, value: Json): FlowDocument {
	return { ...template, [field]: { ...asObject(template[field]), value } };
}

function asObject(value: Json | undefined): FlowDocument {
	// Templates and their entries are objects by construction.
	return (value ?? {}) as FlowDocument;
}

/** An edge; its handles are JSON with œ for quotes. */
function connect([source, output, outputType]: readonly [string, string, string], [target, field, inputType]: readonly [string, string, string]): FlowDocument {
	const sourceHandle = { dataType: source, id: idOf(source), name: output, output_types: [outputType] };
	const targetHandle = { fieldName: field, id: idOf(target), inputTypes: [inputType], type: "str" };
	const text = (handle: FlowDocument) => JSON.stringify(handle).replaceAll('"', "œ");
	return {
		id: `reactflow__edge-${idOf(source)}${text(sourceHandle)}-${idOf(target)}${text(targetHandle)}`,
		source: idOf(source),
		target: idOf(target),
		sourceHandle: text(sourceHandle),
		targetHandle: text(targetHandle),
		data: { sourceHandle, targetHandle },
		animated: false,
		selected: false,
	};
}
