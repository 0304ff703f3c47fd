import { LangflowClient } from "@datastax/langflow-client";
import { expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../access/api-key.ts";
import { serve } from "../serve.ts";
import { agentFlow, readFileFlow } from "../testing/flows.fixture.ts";
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

it("uploads files for all flows of a user, lists them, and has a flow read one", async () => {
	const { host, headers, client } = await openWithClient();
	const file = await client.files.upload(new File(["The cluster is EU-7."], "facts.v2.txt"));
	expect(file).toMatchObject({ name: "facts.v2", size: 20, user_id: "ann", created_at: expect.any(Date) });
	await client.files.upload(new Blob(["more"]));
	expect((await client.files.list()).map(({ id, name }) => [id, name])).toEqual([
		[file.id, "facts.v2"],
		[expect.any(String), "blob"],
	]);
	const { id } = (await host.call("POST", "/api/v1/flows/", readFileFlow("Reader"), headers)).body;
	const answer = await client.flow(id).tweak("File-1", { path: file.path }).run("Read it.");
	expect(answer.chatOutputText()).toBe("The cluster is EU-7.");
	const foreign = (await host.call("POST", "/api/v1/flows/", readFileFlow("Not Ann's", [file.path]))).body.id;
	expect((await host.call("POST", `/api/v1/run/${foreign}`, { input_value: "Read it." })).status).toBe(400);
	await host.call("DELETE", `/api/v2/files/${file.id}`, undefined, headers);
	expect((await host.call("GET", `/api/v2/files/${file.id}`, undefined, headers)).status).toBe(404);
	await expect(client.flow(id).tweak("File-1", { path: file.path }).run("Read it.")).rejects.toThrow("400");
});

it("is refused what models could not be given, and more than a user may have", async () => {
	const { client } = await openWithClient();
	await expect(client.files.upload(new File([Uint8Array.from([77, 90, 0, 1])], "program.exe"))).rejects.toThrow("422");
	await expect(client.files.upload(new File(["x".repeat(1_000_001)], "big.txt"))).rejects.toThrow("413");
	expect(await client.files.list()).toEqual([]);
});

it("reads the log on the server's machine: the newest lines, those around a time, and new ones as they come", async () => {
	const host = await openTestHost();
	const server = await serve(host.app, { host: "127.0.0.1", port: 0 });
	onTestFinished(() => server.close(0));
	const { logs } = new LangflowClient({ baseUrl: server.url });
	for (let line = 0; line < 20; line++) host.log.info("counted", { line });
	const numbers = (lines: readonly { readonly message: string }[]) => lines.map(({ message }) => JSON.parse(message).line);
	expect(numbers(await logs.fetch())).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
	const all = await logs.fetch({ lines_before: 1_000 });
	expect(numbers(all)).toHaveLength(20);
	const timestamp = all[5]?.timestamp.getTime() ?? 0;
	expect(numbers(await logs.fetch({ timestamp, lines_after: 2 }))).toEqual([5, 6]);
	expect(numbers(await logs.fetch({ timestamp, lines_before: 2 }))).toEqual([4, 5]);
	expect((await host.call("GET", "/logs?lines_after=2")).status).toBe(400);
	const stop = new AbortController();
	const reader = (await logs.stream({ signal: stop.signal })).getReader();
	for (const line of [20, 21]) host.log.info("counted", { line });
	const told = [(await reader.read()).value, (await reader.read()).value];
	expect(told.map((log) => JSON.parse(log?.message ?? ""))).toMatchObject([{ event: "counted", line: 20 }, { line: 21 }]);
	stop.abort();
});

// The client itself sends no key with these two calls.
it.each(["/logs", "/logs-stream"])("shows the log to no key, whoever's it is, and to nobody where keys are asked for: %s", async (path) => {
	for (const [auth, statuses] of [
		["local", [200, 403, 403]],
		["keys", [403, 403, 403]],
	] as const) {
		const host = await openTestHost({ FOLDBACK_AUTH: auth });
		const { id, key, prefix, hash } = createApiKey();
		await host.store.keys.create({ id, userId: "local", name: "", prefix, hash });
		const ask = async (headers: Readonly<Record<string, string>>) => (await host.app.request(path, { headers })).status;
		expect(await Promise.all([{}, { "x-api-key": key }, { host: "foldback.example" }].map(ask))).toEqual(statuses);
	}
});

it("is told of failures by their status", async () => {
	const { client } = await openWithClient();
	await expect(client.flow("none").run("Hello")).rejects.toThrow("404 - Not Found");
});
