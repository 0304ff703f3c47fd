import { expect, test } from "vitest";
import { flowJson, nodeJson } from "./flow.fixture.ts";
import type { Json } from "./json.ts";
import { createNodeInputs } from "./node-inputs.ts";
import { parseFlow } from "./parse-flow.ts";
import { component } from "./run.fixture.ts";
import { toolSettings } from "./tool-settings.ts";

const [node] = parseFlow(flowJson([nodeJson(component("URLComponent"), "url")])).nodes;
const defaults = { name: "fetch_content", description: "Fetches." };

test.each<[string, Json | undefined, object]>([
	["nothing said", undefined, { ...defaults, enabled: true }],
	["an empty list", [], { ...defaults, enabled: true }],
	["no list", "x", { ...defaults, enabled: true }],
	["entries that are no objects", [null, 7], { ...defaults, enabled: true }],
	[
		"its own name and description",
		[{ name: "read", description: "Reads.", status: true, tags: ["fetch_content"] }],
		{ name: "read", description: "Reads.", enabled: true },
	],
	["switched off", [{ name: "fetch_content", description: "", status: false }], { ...defaults, enabled: false }],
	[
		"one of several",
		[
			{ name: "other", status: false },
			{ name: "fetch_content", description: "Mine." },
		],
		{ name: "fetch_content", description: "Mine.", enabled: true },
	],
	["a name that no provider takes", [{ name: "read, a page!", tags: ["fetch_content"] }], { name: "read_a_page_", description: "Fetches.", enabled: true }],
	["a name that is too long", [{ name: "x".repeat(100), tags: ["fetch_content"] }], { name: "x".repeat(64), description: "Fetches.", enabled: true }],
])("%s", (_what, metadata, settings) => {
	if (!node) throw new Error("The fixture has one node.");
	const inputs = createNodeInputs(node, new Map(metadata === undefined ? [] : [["tools_metadata", { literal: metadata }]]));
	expect(toolSettings(inputs, defaults)).toEqual(settings);
});
