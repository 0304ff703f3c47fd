import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { expect, test } from "vitest";
import { findNode } from "./document.ts";
import { fieldsOf, findField } from "./field.ts";
import { sampleCatalogue, sampleFlow } from "./sample-flow.fixture.ts";

const agent = sampleCatalogue.find("Agent");

test("a saved node's fields come in the component's order, with those that it lacks; hidden ones are left out", () => {
	const fields = fieldsOf(findNode(sampleFlow, "Agent-a1") ?? {}, agent);
	expect(fields.map(({ name, saved, value }) => [name, saved, value])).toEqual([
		["n_messages", true, 7],
		["summarize_older_messages", false, false],
		["tools", false, ""],
		["input_value", true, ""],
	]);
	expect(fields[0]).toMatchObject({ kind: "number", defaultValue: 100 });
	expect(findField(findNode(sampleFlow, "Agent-a1") ?? {}, agent, "pinned_keys")).toMatchObject({ kind: "pinned-keys", saved: false });
});

test.each([
	[{ _input_type: "MessageTextInput", type: "str", value: "" }, "text"],
	[{ _input_type: "MessageTextInput", type: "str", value: [], list: true }, "list"],
	[{ _input_type: "MultilineInput", type: "str" }, "multiline"],
	[{ type: "str", multiline: true }, "multiline"],
	[{ _input_type: "SecretStrInput", type: "str", password: true }, "secret"],
	[{ _input_type: "DropdownInput", type: "str", options: ["a"] }, "dropdown"],
	[{ _input_type: "TabInput", type: "tab", options: ["a"] }, "tabs"],
	[{ _input_type: "SliderInput", type: "slider" }, "number"],
	[{ type: "int", value: 3 }, "number"],
	[{ _input_type: "TableInput", type: "table" }, "table"],
	[{ _input_type: "HandleInput", type: "other" }, "handle"],
	[{ _input_type: "NestedDictInput", type: "NestedDict", value: {} }, "json"],
	[{ type: "prompt", value: "" }, "prompt"],
	[{ type: "model", value: [] }, "model"],
	[{ type: "file", list: true, value: "" }, "files"],
] as const)("%j is entered as %s", (entry: JsonObject, kind) => {
	const node = { data: { node: { template: { x: entry } } } };
	expect(findField(node, undefined, "x")?.kind).toBe(kind);
});

test("code, and entries that are no objects, are no fields", () => {
	const node = { data: { node: { template: { _type: "Component", code: { type: "code", value: "print()" }, a: { value: 1 } } } } };
	expect(fieldsOf(node, undefined).map(({ name }) => name)).toEqual(["a"]);
});
