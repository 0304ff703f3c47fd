import { afterEach, beforeEach, expect, test } from "vitest";
import { type RecordedEndpoint, startRecordedEndpoint } from "./recorded-endpoint.ts";

let endpoint: RecordedEndpoint;

beforeEach(async () => {
	endpoint = await startRecordedEndpoint(0, (text) => text.length);
});
afterEach(() => endpoint.close());

function call(body: unknown): Promise<Response> {
	return fetch(`${endpoint.url}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
}

const messages = [
	{ role: "system", content: "s" },
	{
		role: "user",
		content: [
			{ type: "text", text: "how " },
			{ type: "text", text: "much?" },
		],
	},
];

test("gives the recorded answer to the expected call and keeps what it was sent", async () => {
	endpoint.expect("m-1", { input: "how much?", answer: "ten" });
	const response = await call({ model: "m-1", messages });
	expect(await response.json()).toMatchObject({
		object: "chat.completion",
		choices: [{ message: { role: "assistant", content: "ten" }, finish_reason: "stop" }],
		usage: { prompt_tokens: 10, completion_tokens: 3 },
	});
	expect(endpoint.take("m-1")).toEqual([
		{ role: "system", text: "s" },
		{ role: "user", text: "how much?" },
	]);
	expect(endpoint.take("m-1")).toBeUndefined();
	expect(endpoint.takeProblems("m-1")).toEqual([]);
});

test("streams the answer without changing a character", async () => {
	const answer = "  one two\n\nthree four five six seven eight nine ten 漢字 end ";
	endpoint.expect("m-1", { input: "how much?", answer });
	const text = await (await call({ model: "m-1", messages, stream: true, stream_options: { include_usage: true } })).text();
	const events = text.split("\n\n").filter((line) => line !== "");
	expect(events.at(-1)).toBe("data: [DONE]");
	const chunks = events.slice(0, -1).map((line) => JSON.parse(line.slice("data: ".length)));
	expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("")).toBe(answer);
	expect(chunks.at(-1).usage.completion_tokens).toBe(answer.length);
	expect(chunks.length).toBeGreaterThan(4);
});

test.each([
	["no turn is under way", "m-2", messages, /when none was expected/],
	["the input is another one, as in a fold", "m-1", [{ role: "user", content: "Fold these messages" }], /does not end with the turn's input/],
])("a call is refused and remembered when %s", async (_case, model, sent, problem) => {
	endpoint.expect("m-1", { input: "how much?", answer: "ten" });
	const response = await call({ model, messages: sent });
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(problem) } });
	expect(endpoint.takeProblems("m-3")).toEqual([]);
	expect(endpoint.takeProblems(model).join()).toMatch(problem);
	expect(endpoint.takeProblems(model)).toEqual([]);
});

test("a second call in one turn is refused", async () => {
	endpoint.expect("m-1", { input: "how much?", answer: "ten" });
	await (await call({ model: "m-1", messages })).text();
	expect((await call({ model: "m-1", messages })).status).toBe(400);
	expect(endpoint.takeProblems("m-1").join()).toMatch(/a second call/);
});

test("lists its models and refuses bodies and paths that are none", async () => {
	endpoint.expect("m-1", { input: "x", answer: "y" });
	expect(await (await fetch(`${endpoint.url}/models`)).json()).toMatchObject({ data: [{ id: "m-1" }] });
	expect((await call({ nonsense: true })).status).toBe(400);
	expect((await fetch(`${endpoint.url}/embeddings`, { method: "POST" })).status).toBe(400);
	expect(endpoint.takeProblems("m-1")).toHaveLength(2);
});
