import { expect, test } from "vitest";
import { edgesOf, findNode, nodesOf, own } from "./document.ts";
import { addNodes, componentNode, moveNodes, newNodeId, noteNode, removeElements, renameNode, setToolMode } from "./edit-nodes.ts";
import { flowProblems } from "./flow-problems.ts";
import { outputsOf } from "./outputs.ts";
import { sampleCatalogue, sampleFlow } from "./sample-flow.fixture.ts";

test("ids are the type and five characters, and never one that is taken", () => {
	expect(newNodeId(sampleFlow, "Agent", () => 0)).toBe("Agent-AAAAA");
	const flow = addNodes(sampleFlow, [noteNode("note-AAAAA", { x: 0, y: 0 })]);
	const numbers = [0, 0, 0, 0, 0, 0.99, 0, 0, 0, 0];
	expect(newNodeId(flow, "note", () => numbers.shift() ?? 0)).toBe("note-9AAAA");
});

test("removing a node takes its edges along; moving keeps all else", () => {
	const without = removeElements(sampleFlow, new Set(["Agent-a1"]), new Set());
	expect(nodesOf(without)).toHaveLength(3);
	expect(edgesOf(without)).toEqual([]);
	expect(edgesOf(removeElements(sampleFlow, new Set(), new Set([0])))).toHaveLength(1);
	const moved = moveNodes(sampleFlow, new Map([["Agent-a1", { x: 5, y: 6 }]]));
	expect(own(findNode(moved, "Agent-a1"), "position")).toEqual({ x: 5, y: 6 });
	expect(moveNodes(moved, new Map([["Agent-a1", { x: 400, y: 0 }]]))).toEqual(sampleFlow);
	expect(moveNodes(sampleFlow, new Map([["Agent-a1", { x: 400, y: 0 }]]))).toBe(sampleFlow);
	expect(renameNode(renameNode(sampleFlow, "Agent-a1", "Helper"), "Agent-a1", "Agent")).toEqual(sampleFlow);
});

test("a node used as a tool gives its toolset, and its results again afterwards", () => {
	const component = sampleCatalogue.find("CalculatorComponent");
	if (!component) throw new Error("The fixture has a calculator.");
	const flow = addNodes(sampleFlow, [componentNode(component, "c", { x: 0, y: 0 })]);
	const names = (document: typeof flow) => outputsOf(findNode(document, "c") ?? {}).map(({ name }) => name);
	const tool = setToolMode(flow, "c", true, component);
	expect(names(tool)).toEqual(["component_as_tool"]);
	expect(names(setToolMode(tool, "c", false, component))).toEqual(["result"]);
});

test("problems: unsupported nodes, and edges that lead nowhere; notes have none", () => {
	const flow = addNodes(sampleFlow, [noteNode("n", { x: 0, y: 0 })], [{ source: "Agent-a1", target: "gone" }]);
	const problems = flowProblems(flow, sampleCatalogue);
	expect([...problems.keys()]).toEqual(["Strange-s1", "Agent-a1"]);
	expect(problems.get("Strange-s1")).toContain("no component StrangeComponent");
	expect(problems.get("Agent-a1")).toContain("leads from here to gone");
});
