import { describe, expect, test } from "vitest";
import { flowJson, nodeJson } from "./flow.fixture.ts";
import type { JsonObject } from "./json.ts";
import { parseFlow } from "./parse-flow.ts";
import { component, registry } from "./run.fixture.ts";
import { readTweaks } from "./tweaks.ts";

const { nodes } = parseFlow(
	flowJson([
		nodeJson(component("ChatInput"), "ChatInput-1"),
		nodeJson(component("Prompt"), "Prompt-1", { template: "{who}" }, { display_name: "Greeting" }),
		nodeJson(component("Prompt"), "Prompt-2", { template: "" }, { display_name: "Greeting" }),
		nodeJson(component("Memory"), "Memory-1", { old_field: 1 }),
		{ id: "Old-1", type: "genericNode", data: { type: "Agent", node: { display_name: "Old", template: {} } } },
		{ id: "Odd-1", type: "genericNode", data: { type: "Odd", node: { display_name: "Odd", template: { size: { value: 1 }, code: { value: "" } } } } },
	]),
);

function tweaked(tweaks: Readonly<Record<string, unknown>>): { values: unknown; warnings: readonly string[] } {
	const read = readTweaks(nodes, registry, tweaks);
	const values = [...read.values].map(([id, fields]) => [
		id,
		Object.fromEntries([...fields].map(([name, { value, loadFromDb }]) => [name, loadFromDb ? { value } : value])),
	]);
	return { values: Object.fromEntries(values), warnings: read.warnings.map(({ text }) => text) };
}

describe("what a tweak reaches", () => {
	test.each<[string, JsonObject, JsonObject]>([
		["a node by id", { "Memory-1": { n_messages: 5 } }, { "Memory-1": { n_messages: 5 } }],
		["a node by name", { "Message History": { n_messages: 5 } }, { "Memory-1": { n_messages: 5 } }],
		["all nodes of a type", { Prompt: { template: "x" } }, { "Prompt-1": { template: "x" }, "Prompt-2": { template: "x" } }],
		["all nodes of a name", { Greeting: { template: "x" } }, { "Prompt-1": { template: "x" }, "Prompt-2": { template: "x" } }],
		["every node with the field", { session_id: "s" }, { "ChatInput-1": { session_id: "s" }, "Memory-1": { session_id: "s" } }],
		["camelCase", { "Memory-1": { nMessages: 5, summarizeOlderMessages: true } }, { "Memory-1": { n_messages: 5, summarize_older_messages: true } }],
		["camelCase for every node", { sessionId: "s" }, { "ChatInput-1": { session_id: "s" }, "Memory-1": { session_id: "s" } }],
		["a field that only the saved template has", { "Memory-1": { oldField: 2 } }, { "Memory-1": { old_field: 2 } }],
		[
			"a field that only the component has",
			{ Old: { summarizeOlderMessages: true, n_messages: 3 } },
			{ "Old-1": { summarize_older_messages: true, n_messages: 3 } },
		],
		["a variable of a prompt", { "Prompt-1": { who: "Ada" } }, { "Prompt-1": { who: "Ada" } }],
		["a variable of the tweaked template", { "Prompt-2": { template: "{new}", new: "x" } }, { "Prompt-2": { template: "{new}", new: "x" } }],
		["a list", { "Memory-1": { pinned_keys: ["a", "b"] } }, { "Memory-1": { pinned_keys: ["a", "b"] } }],
		["a value spelled as in a template", { "Memory-1": { n_messages: { value: 5 } } }, { "Memory-1": { n_messages: 5 } }],
		["a variable's name", { "Memory-1": { context_id: { value: "NAME", load_from_db: true } } }, { "Memory-1": { context_id: { value: "NAME" } } }],
		["a node of an unknown component", { Odd: { size: 2 } }, { "Odd-1": { size: 2 } }],
	])("%s", (_what, tweaks, values) => {
		expect(tweaked(tweaks)).toEqual({ values, warnings: [] });
	});

	test("a name wins over a type", () => {
		const { values } = tweaked({ "Message History": { n_messages: 2 }, Memory: { n_messages: 4, order: "Descending" } });
		expect(values).toEqual({ "Memory-1": { n_messages: 2, order: "Descending" } });
	});

	test.each([
		[{ n_messages: 1, Memory: { n_messages: 4 }, "Message History": { n_messages: 2 }, "Memory-1": { n_messages: 3 } }],
		[{ "Memory-1": { n_messages: 3 }, "Message History": { n_messages: 2 }, Memory: { n_messages: 4 }, n_messages: 1 }],
	])("the closest one wins, in any order: %j", (tweaks) => {
		expect(tweaked(tweaks).values).toMatchObject({ "Memory-1": { n_messages: 3 }, "Old-1": { n_messages: 1 } });
	});
});

describe("what is ignored, with a warning", () => {
	test.each<[string, JsonObject, RegExp]>([
		["an unknown field", { "Memory-1": { nonsense: 1 } }, /Memory-1.*nonsense/],
		["an unknown field for all", { nonsense: 1 }, /nonsense/],
		["an unknown node", { "Agent-9": { n_messages: 1 } }, /Agent-9/],
		["code", { "Memory-1": { code: "import os" } }, /code.*Memory-1/],
		["code of an unknown component", { Odd: { code: "import os" } }, /code.*Odd-1/],
		["code for all", { code: "import os" }, /code/],
		["code in a template's spelling", { "Memory-1": { code: { value: "import os" } } }, /code/],
		["inherited names", { constructor: 1 }, /constructor/],
		["inherited names of a node", { "Memory-1": { constructor: 1, toString: "x" } }, /constructor/],
	])("%s", (_what, tweaks, warning) => {
		const { values, warnings } = tweaked(tweaks);
		expect(values).toEqual({});
		expect(warnings[0]).toMatch(warning);
	});

	test("once, where a node's name is also its type", () => {
		expect(tweaked({ Odd: { nonsense: 1 } }).warnings).toHaveLength(1);
	});
});
