import { expect, it } from "vitest";
import { echoFlow, secretFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";
import { createApiKey } from "./api-key.ts";

async function keyOf(host: TestHost, userId: string) {
	const { id, key, prefix, hash } = createApiKey();
	await host.store.keys.create({ id, userId, name: "", prefix, hash });
	return { id, key, headers: { "x-api-key": key } };
}

it("acts for the owner of the key, and shows nobody else's data", async () => {
	const host = await openTestHost();
	const ann = await keyOf(host, "ann");
	const bob = await keyOf(host, "bob");
	const { body: flow } = await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { endpoint_name: "echo" }), ann.headers);
	expect(flow.user_id).toBe("ann");
	await host.call("POST", "/api/v1/run/echo", { input_value: "Ann's words", session_id: "s" }, ann.headers);
	for (const headers of [bob.headers, {}]) {
		const get = async (path: string) => host.call("GET", path, undefined, headers);
		expect((await get("/api/v1/flows/")).body).toEqual([]);
		expect((await get(`/api/v1/flows/${flow.id}`)).status).toBe(404);
		expect((await get("/api/v1/monitor/messages")).body).toEqual([]);
		for (const path of ["runs", "session-memory", "messages/export"]) expect((await get(`/api/v1/monitor/${path}?flow_id=${flow.id}`)).status).toBe(404);
		expect((await get(`/api/v1/files/list/${flow.id}`)).status).toBe(404);
		expect((await host.call("POST", `/api/v1/run/${flow.id}`, { input_value: "x" }, headers)).status).toBe(404);
		expect((await host.call("POST", "/api/v1/run/echo", { input_value: "x" }, headers)).status).toBe(404);
	}
	expect((await host.call("GET", "/api/v1/monitor/messages", undefined, { authorization: `Bearer ${ann.key}` })).body).toHaveLength(2);
});

it("answers 401 to a key that is unknown or revoked, and names it nowhere", async () => {
	const host = await openTestHost();
	const { id, key, headers } = await keyOf(host, "ann");
	expect((await host.call("GET", "/api/v1/flows/", undefined, headers)).status).toBe(200);
	await host.store.keys.revoke(id);
	const { status, body } = await host.call("GET", "/api/v1/flows/", undefined, headers);
	expect(status).toBe(401);
	expect(JSON.stringify([body, host.logged])).not.toContain(key);
	expect((await host.call("GET", "/health", undefined, { "x-api-key": "" })).status).toBe(401);
});

it("asks for a key where it is told to, whatever the Host, but for its own pages", async () => {
	const host = await openTestHost({ FOLDBACK_AUTH: "keys" });
	const { headers } = await keyOf(host, "ann");
	const foreign = { host: "foldback.example" };
	expect((await host.call("GET", "/api/v1/flows/", undefined, foreign)).status).toBe(401);
	expect((await host.call("POST", "/api/v1/run/x", {}, foreign)).status).toBe(401);
	expect((await host.call("GET", "/api/v1/flows/", undefined, { ...foreign, ...headers })).status).toBe(200);
	for (const path of ["/health", "/openapi.json", "/docs"]) expect((await host.call("GET", path, undefined, foreign)).status).toBe(200);
	expect((await host.call("GET", "/openapi.json", undefined, foreign)).body.security).toEqual([{ apiKey: [] }]);
});

it("keeps only a hash", async () => {
	const host = await openTestHost();
	const { key } = await keyOf(host, "ann");
	const secret = /^fb_[0-9a-f]{8}_([\w-]{43})$/.exec(key)?.[1];
	expect(secret).toBeDefined();
	expect(JSON.stringify(await host.store.keys.list())).not.toContain(secret);
});

it("gives the local user's data to another one, secrets included, once", async () => {
	const host = await openTestHost();
	const { body: flow } = await host.call("POST", "/api/v1/flows/", { ...echoFlow("Echo"), endpoint_name: "echo" });
	const { body: secret } = await host.call("POST", "/api/v1/flows/", secretFlow({ value: "sk-private" }));
	await host.call("POST", "/api/v1/run/echo", { input_value: "Hello", session_id: "s" });
	const reseal = (id: string, ciphertext: string) => host.vault.reseal(id, ciphertext, { from: "local", to: "ann" });
	expect(await host.store.adopt("local", "ann", reseal)).toBe(true);
	const { headers } = await keyOf(host, "ann");
	expect((await host.call("GET", "/api/v1/flows/")).body).toEqual([]);
	expect((await host.call("GET", `/api/v1/flows/${flow.id}`, undefined, headers)).status).toBe(200);
	expect((await host.call("GET", "/api/v1/monitor/messages", undefined, headers)).body).toHaveLength(2);
	expect((await host.call("GET", `/api/v1/monitor/runs?flow_id=${flow.id}`, undefined, headers)).body).toHaveLength(1);
	const saved = await host.store.flows.get("ann", secret.id);
	const name = /"(foldback[^"]*|secret[^"]*)"/.exec(JSON.stringify(saved?.document.data))?.[1] ?? "";
	expect(await host.vault.resolver("ann", saved?.document ?? {})(name, { nodeId: "Agent-1", name: "api_key", isSecret: true })).toBe("sk-private");
	await host.call("POST", "/api/v1/flows/", echoFlow("Local again"));
	expect(await host.store.adopt("local", "ann", reseal)).toBe(false);
});
