import { expect, test } from "vitest";
import { findNode } from "../flow/document.ts";
import { sampleCatalogue, sampleFlow } from "../flow/sample-flow.fixture.ts";
import { nodeRows } from "./node-rows.ts";

const agent = findNode(sampleFlow, "Agent-a1") ?? {};
const component = sampleCatalogue.find("Agent");
const rows = (inputs: readonly string[], outputs: readonly string[] = []) => nodeRows(agent, component, { inputs: new Set(inputs), outputs: new Set(outputs) });

test("fields that are not advanced stand on the node, and those with an edge; what the saved node lacks only with an edge", () => {
	expect(rows([]).fields.map(({ name }) => name)).toEqual(["n_messages", "input_value"]);
	expect(rows(["tools"]).fields.map(({ name }) => name)).toEqual(["n_messages", "tools", "input_value"]);
});

test("an edge whose end is not there any more keeps one", () => {
	expect(rows(["gone"], ["response", "old"])).toMatchObject({ lostInputs: ["gone"], outputs: [{ name: "response" }, { name: "old", types: [] }] });
	expect(rows(["gone"]).handles).not.toBe(rows([]).handles);
});
