import { describe, expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import type { Json, JsonObject } from "./json.ts";
import { parseFlow, serializeFlow } from "./parse-flow.ts";
import { component, registry, run, textOf } from "./run.fixture.ts";
import { setFieldValue } from "./set-field-value.ts";

const odd: JsonObject = {
	id: "odd",
	type: "genericNode",
	data: { type: "Odd", node: { display_name: "Odd", template: { size: { value: 1, kept: null }, code: { value: "x" } } } },
};
const json = flowJson(
	[nodeJson(component("ChatInput"), "in"), nodeJson(component("Prompt"), "p", { template: "{who}" }), odd, nodeJson(component("ChatOutput"), "out")],
	[edgeJson("p", "prompt", "out", "input_value")],
);
const flow = parseFlow(json);
/** The document with one template entry changed or added. */
function changed(id: string, field: string, entry: Json): Json {
	const copy = structuredClone(json) as { data: { nodes: { id: string; data: { node: { template: Record<string, Json> } } }[] } }; // As made above.
	for (const node of copy.data.nodes) if (node.id === id) node.data.node.template[field] = entry;
	return copy as unknown as Json;
}

describe("setFieldValue", () => {
	test("changes one value, leaves the rest of the document and the flow as they were", () => {
		const next = setFieldValue(flow, { nodeId: "odd", field: "size", value: 2 }, registry);
		expect(serializeFlow(next)).toEqual(changed("odd", "size", { value: 2, kept: null }));
		expect(serializeFlow(flow)).toEqual(json);
	});

	test("adds a field that the component has and the saved template lacks", () => {
		const old = parseFlow({
			...json,
			data: { nodes: [{ id: "m", type: "genericNode", data: { type: "Memory", node: { display_name: "M", template: {} } } }], edges: [] },
		});
		const next = setFieldValue(old, { nodeId: "m", field: "summarizeOlderMessages", value: true }, registry);
		expect(Object.keys(next.nodes[0]?.template ?? {})).toEqual(["summarize_older_messages"]);
		expect(next.nodes[0]?.template.summarize_older_messages).toMatchObject({
			value: true,
			type: "bool",
			_input_type: "BoolInput",
			advanced: true,
			real_time_refresh: true,
		});
	});

	test("adds a prompt's variable, which then takes effect", async () => {
		const sound = parseFlow(
			flowJson(
				[nodeJson(component("Prompt"), "p", { template: "{who}" }), nodeJson(component("ChatOutput"), "out")],
				[edgeJson("p", "prompt", "out", "input_value")],
			),
		);
		const next = setFieldValue(sound, { nodeId: "p", field: "who", value: "Ada" }, registry);
		expect(textOf(await run(serializeFlow(next)))).toBe("Ada");
	});

	test.each([
		["gone", "size", "unknown-node"],
		["in", "nonsense", "unknown-field"],
		["in", "code", "unknown-field"],
		["odd", "code", "unknown-field"],
		["odd", "constructor", "unknown-field"],
	])("%s.%s is refused", (nodeId, field, code) => {
		expect(() => setFieldValue(flow, { nodeId, field, value: 1 }, registry)).toThrow(expect.objectContaining({ code, nodeId }));
	});
});
