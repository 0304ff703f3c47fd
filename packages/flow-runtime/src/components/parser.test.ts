import { describe, expect, test } from "vitest";
import { defaultComponents } from "../default-components.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { Json, JsonObject } from "../json.ts";
import { createRegistry } from "../registry.ts";
import { component, run, textOf } from "../run.fixture.ts";

/** Gives what the test says, as data. */
const source = (data: Json) => ({
	...component("TextInput"),
	type: "Source",
	aliases: [],
	run: () => ({ text: async () => ({ kind: "data", data }) as const }),
});

const parse = async (data: Json, values: JsonObject = {}) => {
	const definition = source(data);
	const flow = flowJson(
		[nodeJson(definition, "source"), nodeJson(component("ParserComponent"), "parser", values), nodeJson(component("TextOutput"), "out")],
		[edgeJson("source", "text", "parser", "input_data"), edgeJson("parser", "parsed_text", "out", "input_value")],
	);
	return textOf(await run(flow, { outputType: "text" }, { registry: createRegistry([...defaultComponents, definition]) }));
};

describe("by template", () => {
	test.each<[string, Json, JsonObject, string]>([
		["one row", { text: "a", n: 1 }, { pattern: "{text}: {n}" }, "a: 1"],
		["each row", [{ text: "a" }, { text: "b" }], { pattern: "- {text}" }, "- a\n- b"],
		["another separator", [{ text: "a" }, { text: "b" }], { pattern: "{text}", sep: ", " }, "a, b"],
		["no separator", [{ text: "a" }, { text: "b" }], { pattern: "{text}", sep: "" }, "ab"],
		["an unknown column stays", { text: "a" }, { pattern: "{text} {gone} {constructor}" }, "a {gone} {constructor}"],
		["the whole row", { a: [1] }, { pattern: "{data}" }, '{"a":[1]}'],
		["what a value holds is no template", { text: "{n} $&", n: 1 }, { pattern: "{text}" }, "{n} $&"],
		["no rows", [], {}, ""],
	])("%s", async (_what, data, values, text) => {
		expect(await parse(data, values)).toBe(text);
	});
});

test("Stringify: texts as they are, the rest as JSON", async () => {
	expect(await parse([{ text: "a" }, { b: 1 }], { mode: "Stringify" })).toBe('a\n{\n  "b": 1\n}');
});

test("a message is a row with text and sender", async () => {
	const flow = flowJson(
		[
			nodeJson(component("ChatInput"), "in"),
			nodeJson(component("ParserComponent"), "parser", { pattern: "{sender}> {text}" }),
			nodeJson(component("TextOutput"), "out"),
		],
		[edgeJson("in", "message", "parser", "input_data"), edgeJson("parser", "parsed_text", "out", "input_value")],
	);
	expect(textOf(await run(flow, { inputValue: "hi", outputType: "text" }))).toBe("User> hi");
});

test("an unknown mode is refused, and the editor hides the template where it has no use", async () => {
	await expect(parse({}, { mode: "Guess" })).rejects.toMatchObject({ nodeId: "parser", field: "mode" });
	const template: JsonObject = { pattern: { value: "x", show: true } };
	expect(component("ParserComponent").updateBuildConfig?.(template, "mode", "Stringify")).toEqual({ pattern: { value: "x", show: false } });
});
