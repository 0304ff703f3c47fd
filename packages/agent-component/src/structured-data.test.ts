import { describe, expect, test } from "vitest";
import { createAgentExecution } from "./agent-execution.ts";
import { type FakeReply, startFakeOpenAI } from "./fake-openai.fixture.ts";
import { parseAgentInputs } from "./parse-agent-inputs.ts";
import { testContext } from "./test-context.fixture.ts";

const output_schema = [
	{ name: "city", description: "the city", type: "str", multiple: "False" },
	{ name: "seats", description: "", type: "int", multiple: false },
	{ name: "tags", type: "str", multiple: true },
];

/** @returns the structured response of a model that gives these replies, and how often it was asked. */
async function structured(
	raw: Readonly<Record<string, unknown>>,
	...replies: readonly FakeReply[]
): Promise<{ readonly data: unknown; readonly calls: number }> {
	await using server = await startFakeOpenAI((_, index) => replies[index] ?? { text: "too many calls" });
	const { context } = testContext({ openai: { apiKey: "k", baseUrl: server.baseUrl } });
	const execution = createAgentExecution(parseAgentInputs({ model: "m", input_value: "Two seats in Bonn", ...raw }), context);
	const data = await execution.structuredResponse().catch((error: unknown) => error);
	return { data, calls: server.requests.length };
}

describe("without a schema", () => {
	test.each([
		['{"a": 1}', { a: 1 }],
		['Here you are:\n```json\n{"a": {"b": [1]}}\n```', { a: { b: [1] } }],
		['I found [{"a": 1}, {"a": 2}] in it.', { results: [{ a: 1 }, { a: 2 }] }],
		["No data here.", { content: "No data here." }],
		["{broken", { content: "{broken" }],
	])("%s gives %j", async (text, data) => {
		expect(await structured({}, { text })).toEqual({ data, calls: 1 });
	});
});

describe("with a schema", () => {
	test("an answer that fits needs no second call; what is missing is null, and what was not asked for is left out", async () => {
		expect(await structured({ output_schema }, { text: '{"city": "Bonn", "seats": 2, "extra": 1}' })).toEqual({
			data: { city: "Bonn", seats: 2, tags: null },
			calls: 1,
		});
	});

	test("several objects are results", async () => {
		const { data } = await structured({ output_schema }, { text: '[{"city": "Bonn"}, {"city": "Ulm", "tags": ["x"]}]' });
		expect(data).toEqual({
			results: [
				{ city: "Bonn", seats: null, tags: null },
				{ city: "Ulm", seats: null, tags: ["x"] },
			],
		});
	});

	test("prose is asked for again as data, by a tool call or as JSON text", async () => {
		const call = { id: "c", name: "structured_response", args: '{"city":"Bonn","seats":2,"tags":[]}' };
		expect(await structured({ output_schema }, { text: "Two seats." }, { calls: [call] })).toEqual({ data: { city: "Bonn", seats: 2, tags: [] }, calls: 2 });
		expect(await structured({ output_schema }, { text: "Two seats." }, { text: '{"city":"Ulm"}' })).toEqual({
			data: { city: "Ulm", seats: null, tags: null },
			calls: 2,
		});
	});

	test("a mismatch is told once; a second one is an error that names field and path, not the reply", async () => {
		const wrong = { text: '{"seats": "secret words"}' };
		expect((await structured({ output_schema }, { text: "?" }, wrong, { text: '{"seats": 3}' })).data).toMatchObject({ seats: 3 });
		const { data, calls } = await structured({ output_schema }, { text: "?" }, wrong, wrong);
		expect(calls).toBe(3);
		expect(data).toMatchObject({ code: "invalid-reply", field: "output_schema", message: expect.stringContaining("seats (invalid_type)") });
		expect(String(data)).not.toContain("secret words");
		expect((await structured({ output_schema, handle_parsing_errors: false }, { text: "?" }, wrong)).calls).toBe(2);
	});

	test("the offline model fills it from what was said", async () => {
		const execution = createAgentExecution(parseAgentInputs({ input_value: "The city is Bonn. seats: 2. Thanks!", output_schema }), testContext().context);
		expect(await execution.structuredResponse()).toEqual({ city: "Bonn", seats: 2, tags: [] });
	});
});
