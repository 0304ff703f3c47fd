/** A flow of chat input, Agent and chat output, with these values of the Agent. */
export function agentFlow(name: string, agent: Readonly<Record<string, unknown>>): object {
	const node = (id: string, output: string, template: object = {}) => ({
		id,
		type: "genericNode",
		position: { x: 0, y: 0 },
		data: { id, type: id, node: { display_name: id, template: { _type: "Component", ...template }, outputs: [{ name: output, types: ["Message"] }] } },
	});
	const edge = (source: string, output: string, target: string) => ({
		id: `${source}-${target}`,
		source,
		target,
		sourceHandle: handle({ dataType: source, id: source, name: output, output_types: ["Message"] }),
		targetHandle: handle({ fieldName: "input_value", id: target, inputTypes: ["Message"], type: "str" }),
	});
	const template = Object.fromEntries(Object.entries(agent).map(([field, value]) => [field, { name: field, value }]));
	return {
		name,
		endpoint_name: name,
		data: {
			nodes: [node("ChatInput", "message"), node("Agent", "response", template), node("ChatOutput", "message")],
			edges: [edge("ChatInput", "message", "Agent"), edge("Agent", "response", "ChatOutput")],
		},
	};
}

function handle(value: object): string {
	return JSON.stringify(value).replaceAll('"', "œ");
}
