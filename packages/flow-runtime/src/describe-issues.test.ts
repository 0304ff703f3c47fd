import { expect, test } from "vitest";
import { FlowError } from "./flow-error.ts";
import { parseFlow } from "./parse-flow.ts";

test.each<[string, unknown, string]>([
	["no data", { name: "x" }, "data must be an object."],
	["nodes and edges of other shapes", { data: { nodes: {}, edges: 1 } }, "data.nodes must be a list; data.edges must be a list."],
	["a node without data", { data: { nodes: [{ id: "a" }], edges: [] } }, "Node a cannot be read: data must be an object."],
	["a node that is none", { data: { nodes: [5], edges: [] } }, "Node number 1 cannot be read: it must be an object."],
	["an edge without a target", { data: { nodes: [], edges: [{ source: "a" }] } }, "Edge number 1 cannot be read: target must be a text."],
])("%s is told in words of JSON", (_what, flow, words) => {
	expect(() => parseFlow(flow)).toThrow(FlowError);
	expect(() => parseFlow(flow)).toThrow(words);
});
