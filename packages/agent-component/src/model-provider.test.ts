import { afterEach, describe, expect, test, vi } from "vitest";
import { startFakeOpenAI } from "./fake-openai.fixture.ts";
import { createModelProvider } from "./model-provider.ts";

const none = { name: "", provider: "" };

afterEach(() => vi.unstubAllEnvs());

describe("an empty model is the host's default", () => {
	test("which without a key is the offline model", async () => {
		const { model, name } = await createModelProvider().resolve(none);
		expect([name, model._llmType()]).toEqual(["offline-demo", "offline"]);
	});

	test.each([
		[{ defaultModel: "host-model" }, {}, "host-model"],
		[{ defaultModel: "host-model" }, { defaultModel: "endpoint-model" }, "host-model"],
		[{}, { defaultModel: "endpoint-model" }, "endpoint-model"],
		[{ defaultModel: "offline-demo" }, {}, "offline-demo"],
		[{}, {}, "gpt-4o-mini"],
	])("%j with endpoint %j is %s", async (options, endpoint, expected) => {
		expect((await createModelProvider({ ...options, openai: { apiKey: "k", ...endpoint } }).resolve(none)).name).toBe(expected);
	});

	test("and must be named for an endpoint of the host's own", async () => {
		const provider = createModelProvider({ openai: { apiKey: "k", baseUrl: "http://127.0.0.1:9/v1" } });
		await expect(provider.resolve(none)).rejects.toMatchObject({ code: "unknown-model", field: "model", message: expect.stringContaining("FOLDBACK_MODEL") });
	});
});

describe("unknown", () => {
	test.each([
		[{ name: "claude", provider: "Anthropic" }, /"Anthropic".*OpenAI.*Offline/],
		[{ name: "gpt-4o", provider: "" }, /"gpt-4o" is unknown.*offline-demo.*OPENAI_API_KEY/],
		[{ name: "other", provider: "Offline" }, /"other" is unknown to the provider Offline/],
		[{ name: "x", provider: "constructor" }, /"constructor"/],
	])("%j is an error that says what is known", async (choice, message) => {
		await expect(createModelProvider().resolve(choice)).rejects.toMatchObject({
			name: "AgentError",
			code: "unknown-model",
			field: "model",
			message: expect.stringMatching(message),
		});
	});

	test("a provider without a key is an error that names the key's field", async () => {
		await expect(createModelProvider().resolve({ name: "gpt-4o", provider: "OpenAI" })).rejects.toMatchObject({ code: "model-unauthorized", field: "api_key" });
	});
});

describe("keys", () => {
	test("the host's key goes to the host's endpoint, with nothing else of the host's environment", async () => {
		vi.stubEnv("OPENAI_ORG_ID", "host-organization");
		vi.stubEnv("OPENAI_PROJECT_ID", "host-project");
		await using server = await startFakeOpenAI(() => ({ text: "hello" }));
		const { model } = await createModelProvider({ openai: { apiKey: "host-key", baseUrl: server.baseUrl } }).resolve({ name: "m", provider: "OpenAI" });
		expect((await model.invoke("hi")).text).toBe("hello");
		expect(server.requests[0]).toMatchObject({ authorization: "Bearer host-key", path: "/v1/chat/completions" });
		expect(JSON.stringify(server.requests[0]?.headers)).not.toContain("host-organization");
		expect(JSON.stringify(server.requests[0]?.headers)).not.toContain("host-project");
	});

	test("the host's key never goes to a flow's base URL, whatever the environment says", async () => {
		vi.stubEnv("OPENAI_API_KEY", "host-key");
		await using server = await startFakeOpenAI(() => ({ text: "hello" }));
		const provider = createModelProvider({ openai: { apiKey: "host-key", baseUrl: "http://127.0.0.1:9/v1" } });
		const choice = { name: "m", provider: "OpenAI", baseUrl: server.baseUrl };
		await expect(provider.resolve(choice)).rejects.toMatchObject({ code: "model-unauthorized", field: "api_key" });
		const { model } = await provider.resolve({ ...choice, apiKey: "flow-key" });
		await model.invoke("hi");
		expect(server.requests.map(({ authorization }) => authorization)).toEqual(["Bearer flow-key"]);
	});

	test("an environment's base URL is not used either", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "hello" }));
		vi.stubEnv("OPENAI_BASE_URL", server.baseUrl);
		const { model } = await createModelProvider().resolve({ name: "m", provider: "OpenAI", apiKey: "flow-key" }, { maxRetries: 0 });
		const abort = new AbortController();
		abort.abort();
		await expect(model.invoke("hi", { signal: abort.signal })).rejects.toThrow();
		expect("clientConfig" in model && JSON.stringify(model.clientConfig)).toContain("https://api.openai.com/v1");
	});

	test.each(["ftp://x/v1", "http://user:pass@127.0.0.1/v1", "not a url", "file:///etc/passwd"])("%s is no base URL", async (baseUrl) => {
		await expect(createModelProvider().resolve({ name: "m", provider: "OpenAI", apiKey: "k", baseUrl })).rejects.toMatchObject({
			code: "invalid-input",
			field: "base_url",
		});
	});

	test("a host may refuse base URLs", async () => {
		const provider = createModelProvider({ allowBaseUrl: ({ hostname }) => hostname !== "127.0.0.1" });
		await expect(provider.resolve({ name: "m", provider: "OpenAI", apiKey: "k", baseUrl: "http://127.0.0.1/v1" })).rejects.toMatchObject({ field: "base_url" });
	});
});

describe("runs share a model", () => {
	test("of the same choice with the same settings, and no other", async () => {
		await using server = await startFakeOpenAI(() => ({ text: "hello" }));
		const provider = createModelProvider({ openai: { apiKey: "host-key", baseUrl: server.baseUrl, defaultModel: "host-model" } });
		const choice = { name: "m", provider: "OpenAI", apiKey: "flow-key", baseUrl: server.baseUrl };
		const settings = { streaming: true, temperature: 0 };
		const { model } = await provider.resolve(choice, settings);
		expect((await provider.resolve({ ...choice }, { ...settings })).model).toBe(model);
		const others = [
			await provider.resolve({ ...choice, apiKey: "changed-key" }, settings),
			await provider.resolve({ ...choice, name: "n" }, settings),
			await provider.resolve({ ...choice, baseUrl: `${server.baseUrl}/` }, settings),
			await provider.resolve(choice, { ...settings, temperature: 1 }),
			await provider.resolve(choice, { ...settings, maxTokens: 5 }),
			await provider.resolve(choice, { ...settings, streaming: false }),
			await provider.resolve(choice, { ...settings, maxRetries: 0 }),
			await provider.resolve(none, settings),
		];
		expect(new Set([model, ...others.map((other) => other.model)]).size).toBe(9);
		await others[0]?.model.invoke("hi");
		expect(server.requests[0]?.authorization).toBe("Bearer changed-key");
	});
});
