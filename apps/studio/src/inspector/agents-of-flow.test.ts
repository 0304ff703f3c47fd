import { expect, it } from "vitest";
import { agentsOfFlow } from "./agents-of-flow.ts";

const node = (type: string, template: object) => ({ id: `${type}-1`, data: { id: `${type}-1`, type, node: { display_name: "Helper", template } } });

it("reads the switch, the window, the keys and the context of each Agent", () => {
	const template = {
		summarize_older_messages: { value: true },
		n_messages: { value: 12 },
		pinned_keys: { value: ["cluster: where it runs", "order"] },
		context_id: { value: "team" },
	};
	// JSON of a flow, as the host gives it.
	const flow = JSON.parse(JSON.stringify({ data: { nodes: [node("ChatInput", {}), node("Agent", template)] } }));
	expect(agentsOfFlow(flow)).toEqual([
		{
			nodeId: "Agent-1",
			name: "Helper",
			remembers: true,
			recentMessages: 12,
			pinnedKeys: [
				{ name: "cluster", description: "where it runs" },
				{ name: "order", description: "" },
			],
			contextId: "team",
		},
	]);
});

it("gives a frozen flow's Agent the defaults: off, 100 messages", () => {
	const flow = JSON.parse(JSON.stringify({ data: { nodes: [node("Agent", {})] } }));
	expect(agentsOfFlow(flow)).toMatchObject([{ remembers: false, recentMessages: 100, pinnedKeys: [], contextId: "" }]);
});

it("survives what is not a flow, and keys that are not keys", () => {
	expect(agentsOfFlow({})).toEqual([]);
	expect(agentsOfFlow({ data: { nodes: [null, 3, { data: "x" }] } })).toEqual([]);
	const flow = JSON.parse(JSON.stringify({ data: { nodes: [node("Agent", { pinned_keys: { value: ["", 4, "good"] } })] } }));
	expect(agentsOfFlow(flow)[0]?.pinnedKeys).toEqual([{ name: "good", description: "" }]);
});
