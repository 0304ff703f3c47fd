import type { FlowDocument } from "../run/flow-engine.ts";

/** An edge from one node's output into another's field, with handles as Langflow writes them. */
function edge(source: string, output: string, target: string, field: string): FlowDocument {
	const handle = (value: object) => JSON.stringify(value).replaceAll('"', "œ");
	return {
		id: `${source}-${target}`,
		source,
		target,
		sourceHandle: handle({ dataType: source.split("-")[0], id: source, name: output, output_types: ["Message"] }),
		targetHandle: handle({ fieldName: field, id: target, inputTypes: ["Message"], type: "str" }),
	};
}

/** A node with these field values. */
function node(id: string, output: string, template: Readonly<Record<string, FlowDocument>> = {}): FlowDocument {
	const type = id.split("-")[0] ?? "";
	return {
		id,
		type: "genericNode",
		position: { x: 0, y: 0 },
		data: { id, type, node: { display_name: type, template: { _type: "Component", ...template }, outputs: [{ name: output, types: ["Message"] }] } },
	};
}

/** Chat input straight to chat output: it answers with what it is told. */
export function echoFlow(name = "Echo", members: FlowDocument = {}): FlowDocument {
	return {
		name,
		description: "Says what it is told.",
		data: {
			nodes: [node("ChatInput-1", "message"), node("ChatOutput-1", "message")],
			edges: [edge("ChatInput-1", "message", "ChatOutput-1", "input_value")],
			viewport: { x: 0, y: 0, zoom: 1 },
		},
		...members,
	};
}

/** Chat input, Agent, chat output. Values by field of the Agent; fields that are not named are absent, as in an older export. */
export function agentFlow(name: string, agent: Readonly<Record<string, FlowDocument[string]>> = {}, members: FlowDocument = {}): FlowDocument {
	const template = Object.fromEntries(Object.entries(agent).map(([field, value]) => [field, { name: field, value }]));
	return {
		name,
		data: {
			nodes: [node("ChatInput-1", "message"), node("Agent-1", "response", template), node("ChatOutput-1", "message")],
			edges: [edge("ChatInput-1", "message", "Agent-1", "input_value"), edge("Agent-1", "response", "ChatOutput-1", "input_value")],
			viewport: { x: 0, y: 0, zoom: 1 },
		},
		...members,
	};
}

/** Reads files and answers with what they say. */
export function readFileFlow(name: string, path: readonly string[] = []): FlowDocument {
	const nodes = [node("File-1", "message", { path: { name: "path", value: path } }), node("ChatOutput-1", "message")];
	return { name, data: { nodes, edges: [edge("File-1", "message", "ChatOutput-1", "input_value")] } };
}

/** A flow with one password field. */
export function secretFlow(apiKey: FlowDocument): FlowDocument {
	return {
		name: "With a key",
		data: { nodes: [node("Agent-1", "response", { api_key: { name: "api_key", _input_type: "SecretStrInput", password: true, ...apiKey } })], edges: [] },
	};
}
