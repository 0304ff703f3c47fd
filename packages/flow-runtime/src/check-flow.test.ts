import { describe, expect, test } from "vitest";
import { checkFlow } from "./check-flow.ts";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import type { JsonObject } from "./json.ts";
import { parseFlow } from "./parse-flow.ts";
import { component, registry } from "./run.fixture.ts";

const node = (type: string, id: string) => nodeJson(component(type), id);
const check = (json: JsonObject) => checkFlow(parseFlow(json), registry);
const chain = [node("ChatInput", "in"), node("Prompt", "p"), node("ChatOutput", "out")];

test("a sound flow has no problems", () => {
	expect(check(flowJson(chain, [edgeJson("in", "message", "p", "x"), edgeJson("p", "prompt", "out", "input_value")]))).toEqual([]);
});

describe("problems name the node", () => {
	test("an unsupported node, by its own name, id and type", () => {
		const foreign: JsonObject = { id: "Y-1", type: "genericNode", data: { type: "YfinanceComponent", node: { display_name: "Yahoo! Finance", template: {} } } };
		const [error, ...more] = check(flowJson([...chain, foreign], [edgeJson("Y-1", "component_as_tool", "p", "x")]));
		expect(more).toEqual([]);
		expect(error).toMatchObject({ code: "unsupported-node", nodeId: "Y-1", nodeType: "YfinanceComponent" });
		expect(error?.message).toMatch(/Yahoo! Finance.*Y-1.*YfinanceComponent/);
	});

	test("a cycle, with all its nodes", () => {
		const nodes = [...chain, node("Prompt", "q")];
		const edges = [edgeJson("in", "message", "p", "x"), edgeJson("p", "prompt", "q", "x"), edgeJson("q", "prompt", "p", "y")];
		const [error] = check(flowJson(nodes, edges));
		expect(error).toMatchObject({ code: "cycle" });
		expect(error?.message).toMatch(/\(p, .*\(q, |\(q, .*\(p, /);
		expect(error?.message).not.toContain("(in, ");
	});

	test.each([
		["to", edgeJson("in", "message", "gone", "x"), "in"],
		["from", edgeJson("gone", "message", "out", "input_value"), "out"],
	])("an edge that leads %s nowhere", (_where, edge, nodeId) => {
		const [error] = check(flowJson(chain, [edge]));
		expect(error).toMatchObject({ code: "dangling-edge", nodeId });
		expect(error?.message).toContain("gone");
	});

	test.each([
		["unreadable", { sourceHandle: "œ{", data: {} }, "in"],
		["of another node", { sourceHandle: "{œidœ:œotherœ,œnameœ:œmessageœ}" }, "in"],
		["without a field", { targetHandle: "{œidœ:œoutœ}", data: {} }, "out"],
	])("a handle %s", (_what, broken, nodeId) => {
		expect(check(flowJson(chain, [{ ...edgeJson("in", "message", "out", "input_value"), ...broken }]))[0]).toMatchObject({ code: "malformed-handle", nodeId });
	});

	test("an output that the component does not have", () => {
		const [error] = check(flowJson(chain, [edgeJson("in", "dataframe", "out", "input_value")]));
		expect(error).toMatchObject({ code: "unsupported-output", nodeId: "in" });
		expect(error?.message).toContain("message");
	});

	test("all problems at once", () => {
		const broken = flowJson([...chain, { id: "x", type: "genericNode", data: { type: "X", node: {} } }], [edgeJson("in", "message", "gone", "x")]);
		expect(check(broken).map((error) => error.code)).toEqual(["unsupported-node", "dangling-edge"]);
	});
});

test("a handle that is kept only in the edge's data is read", () => {
	expect(check(flowJson(chain, [{ ...edgeJson("in", "message", "out", "input_value"), sourceHandle: null, targetHandle: null }]))).toEqual([]);
});

test("an old handle that names no output means the output with its type", () => {
	const old = { ...edgeJson("in", "message", "out", "input_value"), sourceHandle: "ChatInput|in|Message|Text", targetHandle: "Message|input_value|out" };
	expect(check(flowJson(chain, [old]))).toEqual([]);
});
