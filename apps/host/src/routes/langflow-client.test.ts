import { LangflowClient } from "@datastax/langflow-client";
import { expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../access/api-key.ts";
import { serve } from "../serve.ts";
import { agentFlow } from "../testing/flows.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";

/** A host that listens, with a flow of `ann`, and Langflow's own client with her key. */
async function openWithClient() {
	const host = await openTestHost();
	const server = await serve(host.app, { host: "127.0.0.1", port: 0 });
	onTestFinished(() => server.close(100));
	const { id: keyId, key, prefix, hash } = createApiKey();
	await host.store.keys.create({ id: keyId, userId: "ann", name: "", prefix, hash });
	const headers = { "x-api-key": key };
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Agent"), headers)).body;
	return { host, id: String(id), headers, client: new LangflowClient({ baseUrl: server.url, apiKey: key }) };
}

it("runs a flow, with tweaks and a session", async () => {
	const { id, client } = await openWithClient();
	const flow = client.flow(id);
	await flow.run("The cluster is EU-7.", { session_id: "s" });
	const response = await flow.tweak("Agent-1", { n_messages: 5 }).run("Which cluster is it?", { session_id: "s" });
	expect(response.chatOutputText()).toContain("EU-7");
	expect(response.sessionId).toBe("s");
});

it("streams a flow: messages, tokens that make the answer, and the end", async () => {
	const { id, client } = await openWithClient();
	const events: { event: string; data: unknown }[] = [];
	for await (const event of await client.flow(id).stream("The cluster is EU-7. Which cluster is it?", { session_id: "s" })) events.push(event);
	const tokens = events.flatMap((event) => (event.event === "token" ? [String((event.data as { chunk: string }).chunk)] : []));
	expect(new Set(events.map(({ event }) => event))).toEqual(new Set(["add_message", "token", "end"]));
	const end = events.at(-1)?.data as { result: { outputs: { outputs: { results: { message: { text: string } } }[] }[] } };
	expect(tokens.join("")).toBe(end.result.outputs[0]?.outputs[0]?.results.message.text);
});

it("uses the flow's own session when none is named, and says so", async () => {
	const { id, client } = await openWithClient();
	expect((await client.flow(id).run("Hello")).sessionId).toBe(id);
});

it("uploads a file for a flow", async () => {
	const { host, id, headers, client } = await openWithClient();
	const { flowId, filePath } = await client.flow(id).uploadFile(new File(["The cluster is EU-7."], "facts.txt"));
	expect(flowId).toBe(id);
	expect((await host.call("GET", `/api/v1/files/list/${id}`, undefined, headers)).body.files).toEqual([filePath.slice(id.length + 1)]);
});

it("is told of failures by their status", async () => {
	const { client } = await openWithClient();
	await expect(client.flow("none").run("Hello")).rejects.toThrow("404 - Not Found");
});
