import { createModelProvider, type ModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run, textOf } from "../run.fixture.ts";
import type { RunEvent } from "../run-context.ts";

const models = createModelProvider();
const flow = (values: JsonObject = {}) =>
	flowJson(
		[nodeJson(component("ChatInput"), "in"), nodeJson(component("LanguageModelComponent"), "lm", values), nodeJson(component("ChatOutput"), "out")],
		[edgeJson("in", "message", "lm", "input_value"), edgeJson("lm", "text_output", "out", "input_value")],
	);
const tokens = (events: readonly RunEvent[]) =>
	events.flatMap((event) => (event.type === "agent" && event.event.type === "token" ? [{ chunk: event.event.chunk, id: event.messageId }] : []));

/** Keeps what was asked of the offline model's provider. */
function recording() {
	const asked: unknown[] = [];
	const provider: ModelProvider = {
		resolve: (choice, settings) => {
			asked.push({ choice, settings });
			return models.resolve({ name: "", provider: "" }, settings);
		},
	};
	return { asked, models: provider };
}

test("answers from its system message; it has no history", async () => {
	const done = await run(flow({ system_message: "The cluster of the project is EU-7." }), { inputValue: "Which cluster is it?" }, { models });
	expect(textOf(done)).toContain("EU-7");
	expect(done.chat.rows[1]?.properties).toMatchObject({ source: { id: "lm", source: "offline-demo" }, usage: { total_tokens: expect.any(Number) } });
	const again = await run(flow(), { inputValue: "Which cluster is it?" }, { models, chat: done.chat });
	expect(textOf(again)).not.toContain("EU-7");
});

test("streams only when told to, under the id of the stored row", async () => {
	const streamed = await run(flow({ stream: true }), { inputValue: "hello" }, { models });
	expect(tokens(streamed.events).length).toBeGreaterThan(1);
	expect(
		tokens(streamed.events)
			.map(({ chunk }) => chunk)
			.join(""),
	).toBe(textOf(streamed));
	expect(new Set(tokens(streamed.events).map(({ id }) => id))).toEqual(new Set([streamed.chat.rows[1]?.id]));
	expect(tokens((await run(flow(), { inputValue: "hello" }, { models })).events)).toEqual([]);
});

describe("what it asks the host for", () => {
	test.each<[string, JsonObject, unknown, unknown]>([
		["nothing: the host's default", {}, { name: "", provider: "" }, { streaming: false, temperature: 0.1 }],
		["a listed model", { model: [{ name: "m", provider: "OpenAI" }] }, { name: "m", provider: "OpenAI" }, {}],
		["an older export", { model: [], provider: "OpenAI", model_name: "m" }, { name: "m", provider: "OpenAI" }, {}],
		["a key of its own", { api_key: "k", model: "m" }, { name: "m", apiKey: "k" }, {}],
		["settings", { temperature: "1", max_tokens: 5, stream: true }, {}, { temperature: 1, maxTokens: 5, streaming: true }],
		["empty settings", { temperature: "", max_tokens: 0 }, {}, { streaming: false }],
	])("%s", async (_what, values, choice, settings) => {
		const { asked, models: provider } = recording();
		await run(flow(values), { inputValue: "hello" }, { models: provider });
		expect(asked).toMatchObject([{ choice, settings }]);
	});
});

test.each<[JsonObject, string]>([
	[{ temperature: 3 }, "temperature"],
	[{ temperature: "hot" }, "temperature"],
	[{ max_tokens: -1 }, "max_tokens"],
	[{ stream: "perhaps" }, "stream"],
	[{ model: [{ name: "a" }, { name: "b" }] }, "model"],
])("%j is refused by node and field", async (values, field) => {
	await expect(run(flow(values), { inputValue: "x" }, { models })).rejects.toMatchObject({ code: "invalid-value", nodeId: "lm", field });
});

test("an empty question without instructions is refused", async () => {
	await expect(run(flow(), { inputValue: " " }, { models })).rejects.toMatchObject({ code: "invalid-value", nodeId: "lm", field: "input_value" });
});

test("an unknown model is named", async () => {
	await expect(run(flow({ model: [{ name: "m-1", provider: "" }] }), { inputValue: "x" }, { models })).rejects.toThrow(/lm.*m-1/);
});

test("tells of a call that failed, by its code", async () => {
	const failing: ModelProvider = {
		resolve: async (_choice, settings) => {
			const resolved = await models.resolve({ name: "", provider: "" }, settings);
			const refuse = () => Promise.reject(Object.assign(new Error("the provider's own words"), { status: 429 }));
			return { ...resolved, model: Object.assign(resolved.model, { invoke: refuse }) };
		},
	};
	const told: RunEvent[] = [];
	await expect(run(flow(), { inputValue: "hello" }, { models: failing, onEvent: (event) => told.push(event) })).rejects.toThrow("429");
	const calls = told.flatMap((event) => (event.type === "agent" && event.event.type === "model-called" ? [event.event.call] : []));
	expect(calls).toMatchObject([{ model: "offline-demo", error: "model-rate-limited", messageCount: 1 }]);
	expect(JSON.stringify(calls)).not.toContain("own words");
});
