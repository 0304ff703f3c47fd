import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import { FlowError } from "./flow-error.ts";
import type { Json, JsonObject } from "./json.ts";
import { parseFlow, serializeFlow } from "./parse-flow.ts";
import { component } from "./run.fixture.ts";

const note: JsonObject = { id: "note-1", type: "noteNode", data: { id: "note-1", type: "note", node: { description: "hi", template: {} } } };
const sample = flowJson(
	[nodeJson(component("ChatInput"), "in", {}, { selected_output: "message" }), nodeJson(component("ChatOutput"), "out"), note],
	[edgeJson("in", "message", "out", "input_value")],
);

/** JSON with odd keys in every place. */
const anyJson = fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json); // fast-check's JSON type has no readonly.
const anyObject = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "œ", "template")), anyJson).map((value): JsonObject => value);

function refusal(json: unknown): FlowError {
	try {
		parseFlow(json);
	} catch (error) {
		if (FlowError.isInstance(error)) return error;
		throw error;
	}
	throw new Error("It was read.");
}

describe("parseFlow", () => {
	test("reads nodes and edges, without notes", () => {
		const flow = parseFlow(sample);
		expect(flow.nodes.map(({ id, type, displayName, selectedOutput }) => [id, type, displayName, selectedOutput])).toEqual([
			["in", "ChatInput", "Chat Input", "message"],
			["out", "ChatOutput", "Chat Output", undefined],
		]);
		expect(flow.edges[0]).toMatchObject({ source: "in", target: "out", sourceHandle: { name: "message" }, targetHandle: { fieldName: "input_value" } });
	});

	test("reads text as well as values", () => {
		expect(parseFlow(JSON.stringify(sample)).document).toEqual(sample);
	});

	test("keeps its document apart from the caller's", () => {
		const json = structuredClone(sample) as { name: string }; // Only to change it.
		const flow = parseFlow(json);
		json.name = "changed";
		(serializeFlow(flow) as { name: string }).name = "changed too";
		expect(serializeFlow(flow).name).toBe("Fixture");
	});

	test("a note without a type of its own is still a note", () => {
		const flow = parseFlow(flowJson([{ id: "undefined-1", type: "noteNode", data: { id: "undefined-1", node: {} } }]));
		expect(flow.nodes).toEqual([]);
	});

	test("round trip: whatever else a flow holds comes back equal", () => {
		const node = fc.record({ id: fc.uuid(), type: fc.constantFrom("genericNode", "noteNode", "other"), extra: anyJson, inner: anyObject, template: anyObject });
		const flows = fc.record({ nodes: fc.uniqueArray(node, { selector: ({ id }) => id, maxLength: 4 }), more: anyObject, edge: anyObject });
		fc.assert(
			fc.property(flows, ({ nodes, more, edge }) => {
				const json: JsonObject = {
					...more,
					data: {
						...more,
						nodes: nodes.map(({ id, type, extra, inner, template }) => ({
							...inner,
							id,
							type,
							extra,
							data: { ...inner, type: "Foreign", node: { ...inner, template } },
						})),
						edges: [{ ...edge, source: "a", target: "b" }],
					},
				};
				const text = JSON.stringify(json);
				expect(JSON.stringify(serializeFlow(parseFlow(JSON.parse(text))))).toBe(text);
			}),
			{ numRuns: 300 },
		);
	});

	test("anything at all is read or refused with a FlowError", () => {
		const loose = fc.record({
			data: fc.oneof(anyJson, fc.record({ nodes: fc.oneof(anyJson, fc.array(anyObject)), edges: fc.oneof(anyJson, fc.array(anyObject)) })),
		});
		fc.assert(
			fc.property(fc.oneof(fc.anything(), anyJson, loose, fc.string()), (json) => {
				try {
					parseFlow(json);
				} catch (error) {
					expect(FlowError.isInstance(error), String(error)).toBe(true);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe("what cannot be read is refused by name", () => {
	const generic = (id: Json): JsonObject => ({ id, type: "genericNode", data: { type: "Agent", node: { display_name: "Agent", template: {} } } });

	test.each([
		["text that is not JSON", "{", "malformed-flow"],
		["no flow", {}, "malformed-flow"],
		["a list", [], "malformed-flow"],
		["nodes that are no list", { data: { nodes: {}, edges: [] } }, "malformed-flow"],
		["a node that is no object", flowJson([null as never]), "malformed-node"],
		["a node without an id", flowJson([generic(7)]), "malformed-node"],
		["an edge without a target", flowJson([generic("a")], [{ source: "a" }]), "malformed-edge"],
	])("%s", (_what, json, code) => {
		expect(refusal(json)).toMatchObject({ code });
	});

	test("a document that is nested beyond reason", () => {
		expect(refusal(`{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).toMatchObject({ code: "malformed-flow" });
	});

	test("a node without data is named", () => {
		expect(refusal(flowJson([{ id: "Agent-1", type: "genericNode" }]))).toMatchObject({ code: "malformed-node", nodeId: "Agent-1" });
	});

	test("two nodes with one id", () => {
		const error = refusal(flowJson([generic("Agent-1"), generic("Agent-1")]));
		expect(error).toMatchObject({ code: "duplicate-node", nodeId: "Agent-1", nodeType: "Agent" });
		expect(error.message).toContain("Agent-1");
	});
});
