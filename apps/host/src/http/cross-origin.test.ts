import { expect, it } from "vitest";
import { createApiKey } from "../access/api-key.ts";
import { echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";

const chat = "https://chat.example.com";
const others = ["https://evil.example", "https://chat.example.com.evil.example", "http://chat.example.com", "https://chat.example.com:8443", "null"];

const preflight = (origin: string) => ({ origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type,x-api-key" });

const corsHeaders = (headers: Headers) => [...headers].filter(([name]) => name.startsWith("access-control-"));

async function openKeyed(environment: Readonly<Record<string, string>>) {
	const host = await openTestHost({ FOLDBACK_AUTH: "keys", ...environment });
	const { id, key, prefix, hash } = createApiKey();
	await host.store.keys.create({ id, userId: "ann", name: "", prefix, hash });
	return { host, key: { "x-api-key": key } };
}

it("is closed: no answer allows any site anything", async () => {
	const { host, key } = await openKeyed({});
	for (const origin of [chat, ...others]) {
		const asked = await host.app.request("/api/v1/flows", { method: "OPTIONS", headers: preflight(origin) });
		expect(asked.status).toBe(401);
		const read = await host.call("GET", "/api/v1/flows", undefined, { origin, ...key });
		expect([...corsHeaders(asked.headers), ...corsHeaders(read.headers)]).toEqual([]);
	}
});

it("answers a named site's browser before the key is there, and lets its page read answers and problems", async () => {
	const { host, key } = await openKeyed({ FOLDBACK_CORS_ORIGINS: `http://localhost:3000, ${chat}` });
	const asked = await host.app.request("/api/v1/run/x", { method: "OPTIONS", headers: preflight(chat) });
	expect(asked.status).toBe(204);
	expect(Object.fromEntries(asked.headers)).toMatchObject({
		"access-control-allow-origin": chat,
		"access-control-allow-methods": expect.stringContaining("PATCH"),
		"access-control-allow-headers": expect.stringContaining("x-api-key"),
		vary: expect.stringMatching(/origin/i),
	});
	for (const headers of [key, {}]) {
		const read = await host.call("GET", "/api/v1/flows", undefined, { origin: chat, ...headers });
		expect(read.status).toBe("x-api-key" in headers ? 200 : 401);
		expect(read.headers.get("access-control-allow-origin")).toBe(chat);
		expect(read.headers.get("access-control-allow-credentials")).toBeNull();
	}
	for (const origin of others) {
		const refused = await host.app.request("/api/v1/run/x", { method: "OPTIONS", headers: preflight(origin) });
		const read = await host.call("GET", "/api/v1/flows", undefined, { origin, ...key });
		expect([...corsHeaders(refused.headers), ...corsHeaders(read.headers)]).toEqual([]);
		expect(read.headers.get("vary")).toMatch(/origin/i);
	}
});

it("lets a named site's page in without a key where none is asked for, and no other's, and under no foreign Host", async () => {
	const host = await openTestHost({ FOLDBACK_CORS_ORIGINS: chat });
	const create = (headers: Readonly<Record<string, string>>) => host.call("POST", "/api/v1/flows", echoFlow(), headers);
	expect((await create({ origin: chat })).status).toBe(201);
	for (const origin of others) expect((await create({ origin })).status).toBe(403);
	expect((await create({ origin: chat, host: "evil.example" })).status).toBe(403);
});
