import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import { flowPinnedKeys } from "./flow-pinned-keys.ts";
import type { Json, JsonObject } from "./json.ts";
import { parseFlow } from "./parse-flow.ts";
import { component, registry, run } from "./run.fixture.ts";
import { openRealMemory, type RealMemory } from "./sqlite.fixture.ts";

const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const models = createModelProvider();
const remembers = (...keys: readonly Json[]): JsonObject => ({ n_messages: 2, summarize_older_messages: true, pinned_keys: keys });

/** Two agents of one scope; the second one answers questions only. */
const routed = flowJson(
	[
		node("ChatInput", "in"),
		node("ConditionalRouter", "if", { operator: "contains", match_text: "?" }),
		node("Agent", "first", remembers("cluster")),
		node("Agent", "second", remembers("owner: whose project it is")),
		node("ChatOutput", "out"),
	],
	[
		edgeJson("in", "message", "if", "input_text"),
		edgeJson("if", "false_result", "first", "input_value"),
		edgeJson("if", "true_result", "second", "input_value"),
		edgeJson("first", "response", "out", "input_value"),
		edgeJson("second", "response", "out", "input_value"),
	],
);

/** A session of many messages, none of which is folded; the facts stand at its start. */
async function longSession({ context }: RealMemory) {
	const texts = ["cluster: EU-7", "owner: Ada", ...Array.from({ length: 28 }, (_, index) => `Step ${index} went fine.`)];
	for (const [index, text] of texts.entries()) {
		await context.messages?.append({ text, sender: index % 2 ? "Machine" : "User", senderName: "x", sessionId: "s", contextId: "", files: [] });
	}
}

const pinnedOf = async ({ store, flowId }: RealMemory) => (await store.memory.load({ flowId, userId: "local", sessionId: "s", contextId: "" }))?.pinned;

describe("a switch that is turned on late, two agents of one scope", () => {
	test.each(["inline", "background"] as const)("the first fold asks for the keys of the one that has not run, too: %s", async (foldTiming) => {
		const memory = await openRealMemory({ foldTiming });
		await longSession(memory);
		const done = await run(routed, { inputValue: "Go on.", flowId: memory.flowId, sessionId: "s" }, { models, now: Date.now, ...memory.context });
		for (const task of done.afterRun) await task();
		expect(await pinnedOf(memory)).toEqual({ cluster: "EU-7", owner: "Ada" });
		const { knownKeys } = (await memory.store.memory.load({ flowId: memory.flowId, userId: "local", sessionId: "s", contextId: "" })) ?? {};
		expect(knownKeys?.map(({ notAskedThrough }) => notAskedThrough)).toEqual([undefined, undefined]);
	});
});

describe("the keys of a flow", () => {
	const keysOf = (nodes: readonly JsonObject[], edges: readonly JsonObject[] = [], tweaks: Parameters<typeof flowPinnedKeys>[2] = new Map()) =>
		Object.fromEntries(
			[...flowPinnedKeys(parseFlow(flowJson(nodes, edges)), registry, tweaks)].map(([context, keys]) => [context, keys.map(({ name }) => name)]),
		);

	test("by Context ID, of Agents and Message Histories whose switch is on", () => {
		const nodes = [
			node("Agent", "a", remembers("x", "y: why")),
			node("Agent", "b", { ...remembers("z"), context_id: "own" }),
			node("Memory", "m", { ...remembers("w"), context_id: "own" }),
			node("Agent", "off", { ...remembers("no"), summarize_older_messages: false }),
			node("Prompt", "p"),
		];
		expect(keysOf(nodes)).toEqual({ "": ["x", "y"], own: ["z", "w"] });
	});

	test("as tweaked; not where only the run will know them, and without malformed ones", () => {
		const tweaks = new Map([["a", new Map([["pinned_keys", { value: ["t"], loadFromDb: false }]])]]);
		expect(keysOf([node("Agent", "a", remembers("x"))], [], tweaks)).toEqual({ "": ["t"] });
		expect(keysOf([node("TextInput", "t"), node("Agent", "a", remembers("x"))], [edgeJson("t", "text", "a", "context_id")])).toEqual({});
		expect(keysOf([node("Agent", "a", remembers("", "-", 5, "good"))])).toEqual({ "": ["good"] });
	});
});
