import { parseSourceHandle, parseTargetHandle } from "@foldback/flow-runtime/flow-json";
import { describe, expect, test } from "vitest";
import { connect, disconnect, whyNotConnect } from "./connect.ts";
import { edgesOf, own, textAt } from "./document.ts";
import { addNodes, componentNode, setToolMode } from "./edit-nodes.ts";
import { sampleCatalogue, sampleFlow } from "./sample-flow.fixture.ts";

const calculator = sampleCatalogue.find("Calculator");
if (!calculator) throw new Error("The fixture has a calculator.");
const flow = setToolMode(addNodes(sampleFlow, [componentNode(calculator, "Calculator-c1", { x: 0, y: 0 })]), "Calculator-c1", true, calculator);
const toTools = { source: "Calculator-c1", output: "component_as_tool", target: "Agent-a1", field: "tools" };

describe("whyNotConnect", () => {
	test("types that fit connect", () => expect(whyNotConnect(flow, sampleCatalogue, toTools)).toBeUndefined());
	test.each([
		[{ ...toTools, field: "input_value" }, "Toolset gives Tool; input_value takes Message."],
		[{ source: "ChatInput-i1", output: "message", target: "Agent-a1", field: "tools" }, "message gives Message; tools takes Tool."],
		[{ source: "ChatInput-i1", output: "message", target: "Agent-a1", field: "n_messages" }, "message gives Message; n_messages takes nothing."],
		[{ source: "Agent-a1", output: "response", target: "Agent-a1", field: "input_value" }, "A component cannot be connected to itself."],
		[{ source: "ChatOutput-o1", output: "message", target: "Agent-a1", field: "input_value" }, /would make a circle/],
		[{ ...toTools, target: "gone" }, /not there any more/],
	])("%j", (connection, reason) => expect(whyNotConnect(flow, sampleCatalogue, connection)).toMatch(reason));
});

test("an edge has Langflow's handles, which read back as what was connected", () => {
	const edge = edgesOf(connect(flow, sampleCatalogue, toTools)).at(-1);
	expect(textAt(edge, "sourceHandle")).toContain("œ");
	expect(parseSourceHandle(own(edge, "sourceHandle"))).toEqual({
		dataType: "CalculatorComponent",
		id: "Calculator-c1",
		name: "component_as_tool",
		outputTypes: ["Tool"],
	});
	expect(parseTargetHandle(own(edge, "targetHandle"))).toEqual({ fieldName: "tools", id: "Agent-a1", inputTypes: ["Tool"], type: "other" });
});

test("a list takes many edges, once each; other fields keep the newest one", () => {
	const once = connect(flow, sampleCatalogue, toTools);
	expect(edgesOf(once)).toHaveLength(3);
	expect(connect(once, sampleCatalogue, toTools)).toBe(once);
	const again = connect(once, sampleCatalogue, { source: "Strange-s1", output: "message", target: "ChatOutput-o1", field: "input_value" });
	expect(edgesOf(again).filter((edge) => textAt(edge, "target") === "ChatOutput-o1")).toMatchObject([{ source: "Strange-s1" }]);
	expect(edgesOf(disconnect(again, { target: "ChatOutput-o1", field: "input_value" }))).toHaveLength(2);
});
