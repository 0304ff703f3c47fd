import { describe, expect, test } from "vitest";
import type { FlowValue } from "./component.ts";
import { flowJson, nodeJson } from "./flow.fixture.ts";
import type { Json } from "./json.ts";
import { createNodeInputs, type FieldInput, type NodeInputs, plainMessage } from "./node-inputs.ts";
import { parseFlow } from "./parse-flow.ts";
import { component } from "./run.fixture.ts";

const node = parseFlow(flowJson([nodeJson(component("Prompt"), "p")])).nodes[0] ?? fail();
const message = (text: string): FlowValue => ({ kind: "message", message: plainMessage(text, { sessionId: "", contextId: "" }) });
const literal = (value: Json) => createNodeInputs(node, new Map([["x", { literal: value }]]));
const connected = (...values: FlowValue[]) => createNodeInputs(node, new Map<string, FieldInput>([["x", { connected: values }]]));

function fail(): never {
	throw new Error("The fixture has one node.");
}

describe("text", () => {
	test.each<[string, NodeInputs, string]>([
		["a text, as it is", literal(" a "), " a "],
		["a number", literal(7), "7"],
		["a list", literal(["a", "", "b"]), "a\nb"],
		["nothing", literal(null), ""],
		["a message", connected(message("a")), "a"],
		["messages", connected(message("a"), message("b")), "a\nb"],
		["data with a text", connected({ kind: "data", data: { text: "a" } }), "a"],
		["other data", connected({ kind: "data", data: [1] }), "[\n  1\n]"],
	])("of %s", (_what, inputs, text) => {
		expect(inputs.text("x")).toBe(text);
	});

	test("of an absent field is empty", () => {
		expect(literal(1).text("y")).toBe("");
		expect(literal(1).texts("y")).toEqual([]);
	});
});

test("numbers, whole numbers, switches and choices are read from texts too", () => {
	expect(literal("0.5").number("x", { min: 0, max: 1 })).toBe(0.5);
	expect(literal("").number("x", { min: 0, max: 1 })).toBeUndefined();
	expect(literal("5").integer("x", { min: 0 })).toBe(5);
	expect(literal("true").boolean("x")).toBe(true);
	expect(literal("").boolean("x")).toBe(false);
	expect(literal("b").choice("x", ["a", "b"])).toBe("b");
});

test.each<[string, () => unknown]>([
	["an object as text", () => literal({}).text("x")],
	["tools as text", () => connected({ kind: "tools", tools: [] }).text("x")],
	["a message as tools", () => connected(message("a")).tools("x")],
	["two messages as one", () => connected(message("a"), message("b")).message("x")],
	["a number out of range", () => literal(2).number("x", { min: 0, max: 1 })],
	["no number", () => literal("1e").number("x", { min: 0, max: 1 })],
	["infinity", () => literal("Infinity").number("x", { min: 0, max: 1 })],
	["a fraction as whole number", () => literal(1.5).integer("x", { min: 0 })],
	["nothing as whole number", () => literal("").integer("x", { min: 0 })],
	["a word as switch", () => literal("maybe").boolean("x")],
	["an unknown choice", () => literal("c").choice("x", ["a", "b"])],
])("%s is refused by node and field", (_what, read) => {
	expect(read).toThrow(expect.objectContaining({ code: "invalid-value", nodeId: "p", nodeType: "Prompt", field: "x" }));
});

test("a refused value is shown, but not at any length", () => {
	expect(literal("a").refuse("x", "y".repeat(1_000), "less").message.length).toBeLessThan(400);
});
