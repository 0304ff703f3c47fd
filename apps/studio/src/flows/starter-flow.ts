import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import type { CatalogueAnswer } from "../api/components.ts";
import { readCatalogueAnswer } from "../editor/flow/catalogue.ts";
import { connect } from "../editor/flow/connect.ts";
import { addNodes, componentNode, newNodeId } from "../editor/flow/edit-nodes.ts";

const parts = [
	{ type: "ChatInput", x: 0 },
	{ type: "Agent", x: 440 },
	{ type: "ChatOutput", x: 880 },
] as const;

/** What a new flow begins with: chat input, Agent and chat output, connected. */
export function starterFlow(answer: CatalogueAnswer): JsonObject {
	const catalogue = readCatalogueAnswer(answer);
	const empty: JsonObject = { name: "New flow", description: "", is_component: false, data: { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } } };
	const ids = new Map<string, string>();
	const placed = parts.reduce((flow, { type, x }) => {
		const component = catalogue.find(type);
		if (!component) return flow;
		const id = newNodeId(flow, type);
		ids.set(type, id);
		return addNodes(flow, [componentNode(component, id, { x, y: 0 })]);
	}, empty);
	const [input = "", agent = "", output = ""] = parts.map(({ type }) => ids.get(type));
	const asked = connect(placed, catalogue, { source: input, output: "message", target: agent, field: "input_value" });
	return connect(asked, catalogue, { source: agent, output: "response", target: output, field: "input_value" });
}
