import { createModelProvider } from "@foldback/agent-component";
import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import type { JsonObject } from "./json.ts";
import { component, run } from "./run.fixture.ts";
import type { RunRequest } from "./run-context.ts";

const models = createModelProvider();
const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);

/** Instructions of the run's first model call, in a chat whose Agent may get them from other nodes. */
async function instructions(values: JsonObject, more: readonly JsonObject[] = [], edges: readonly JsonObject[] = [], request: Partial<RunRequest> = {}) {
	const chat = flowJson(
		[node("ChatInput", "in"), node("Agent", "agent", values), node("ChatOutput", "out"), ...more],
		[edgeJson("in", "message", "agent", "input_value"), edgeJson("agent", "response", "out", "input_value"), ...edges],
	);
	const { events } = await run(chat, { inputValue: "A word of the chat.", ...request }, { models });
	const [call] = events.flatMap((event) => (event.type === "agent" && event.event.type === "model-called" ? [event.event.call] : []));
	return call?.instructions;
}

test("the text of a saved flow is told, also through a prompt and a text input", async () => {
	expect(await instructions({ system_prompt: "Be brief." })).toEqual({ field: "system_prompt", text: "Be brief.", chars: 9 });
	const prompt = node("Prompt", "prompt", { template: "Be {tone}." });
	const edges = [edgeJson("prompt", "prompt", "agent", "system_prompt"), edgeJson("text", "text", "prompt", "tone")];
	expect(await instructions({}, [prompt, node("TextInput", "text", { input_value: "polite" })], edges)).toMatchObject({ text: "Be polite." });
});

test("what a request brought, or what may hold text of the chat, is told by its size only", async () => {
	const tweaked = await instructions({ system_prompt: "Be brief." }, [], [], { tweaks: { agent: { system_prompt: "From the request." } } });
	expect(tweaked).toEqual({ field: "system_prompt", chars: 17 });
	const prompt = node("Prompt", "prompt", { template: "They say: {words}" });
	const intoAgent = edgeJson("prompt", "prompt", "agent", "system_prompt");
	const fromChat = await instructions({}, [prompt], [intoAgent, edgeJson("in", "message", "prompt", "words")]);
	expect(fromChat).toEqual({ field: "system_prompt", chars: 29 });
	const text = [prompt, node("TextInput", "text", { input_value: "saved" })];
	const fromText = [intoAgent, edgeJson("text", "text", "prompt", "words")];
	expect((await instructions({}, text, fromText, { inputType: "any" }))?.text).toBeUndefined();
	expect((await instructions({}, text, fromText, { tweaks: { prompt: { words: "tweaked" } } }))?.text).toBeUndefined();
});

test("a variable's value is never in it", async () => {
	const agent = node("Agent", "agent", { system_prompt: "TOKEN" });
	const { template } = (agent.data as { readonly node: { readonly template: Record<string, JsonObject> } }).node; // Made above.
	template.system_prompt = { ...template.system_prompt, load_from_db: true };
	const chat = flowJson(
		[node("ChatInput", "in"), agent, node("ChatOutput", "out")],
		[edgeJson("in", "message", "agent", "input_value"), edgeJson("agent", "response", "out", "input_value")],
	);
	const { events } = await run(chat, { inputValue: "hello" }, { models, variable: async () => "tok-1234" });
	expect(JSON.stringify(events)).toContain("[secret]");
	expect(JSON.stringify(events)).not.toContain("tok-1234");
});
