import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createModelProvider } from "@foldback/agent-component";
import { expect, test } from "vitest";
import { createChat } from "./chat.fixture.ts";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import type { JsonObject } from "./json.ts";
import { component, run } from "./run.fixture.ts";

/** A server that never answers: it aborts when it is asked, and knows when the asker goes. */
async function silentServer(onAsked: () => void) {
	const left = Promise.withResolvers<void>();
	const server = createServer((_request, response) => {
		response.on("close", left.resolve);
		onAsked();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo; // A TCP server has a port.
	return {
		url: `http://127.0.0.1:${port}`,
		left: left.promise,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const withAgent = (tool: JsonObject, values: JsonObject = {}) =>
	flowJson(
		[node("ChatInput", "in"), tool, node("Agent", "agent", values), node("ChatOutput", "out")],
		[
			edgeJson("in", "message", "agent", "input_value"),
			edgeJson("tool", "component_as_tool", "agent", "tools"),
			edgeJson("agent", "response", "out", "input_value"),
		],
	);
const ownModel = (baseUrl: string): JsonObject => ({ model: [{ name: "m", provider: "OpenAI" }], api_key: "k", openai_api_base: `${baseUrl}/v1` });

test.each<[string, (url: string) => JsonObject, (url: string) => string]>([
	[
		"a page that a step of the flow reads",
		(url) =>
			flowJson(
				[node("ChatInput", "in"), node("URLComponent", "url", { urls: [url] }), node("ChatOutput", "out")],
				[edgeJson("url", "raw_results", "out", "input_value")],
			),
		() => "go",
	],
	["a page that an agent's tool reads", () => withAgent(node("URLComponent", "tool")), (url) => `Read ${url} please`],
	["a model's call", (url) => withAgent(node("CalculatorComponent", "tool"), ownModel(url)), () => "hello"],
	[
		"the call of an agent that is another's tool",
		(url) => withAgent(nodeJson(component("Agent"), "tool", ownModel(url), { display_name: "Oracle" })),
		() => "Use the oracle to find the weather",
	],
])("stops %s: the connection is closed, the reason is thrown, and no answer is stored", async (_what, flowFor, inputFor) => {
	const controller = new AbortController();
	await using server = await silentServer(() => controller.abort(new Error("stopped")));
	const chat = createChat();
	const stopped = run(
		flowFor(server.url),
		{ inputValue: inputFor(server.url) },
		{ models: createModelProvider(), signal: controller.signal, allowAddresses: ["127.0.0.1"], chat },
	);
	await expect(stopped).rejects.toThrow("stopped");
	await server.left;
	expect(chat.rows).toHaveLength(1);
});
