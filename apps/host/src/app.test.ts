import fc from "fast-check";
import { expect, it } from "vitest";
import { createApp } from "./app.ts";
import { openTestHost } from "./testing/test-host.fixture.ts";

it("answers health and version", async () => {
	const host = await openTestHost();
	expect((await host.call("GET", "/health")).body).toEqual({ status: "ok" });
	expect((await host.call("GET", "/api/v1/version")).body).toMatchObject({ version: "0.1.0", package: "Foldback" });
});

it("describes every route in /openapi.json", async () => {
	const host = await openTestHost();
	const { status, body } = await host.call("GET", "/openapi.json");
	expect(status).toBe(200);
	expect(Object.keys(body.paths).sort()).toEqual([
		"/api/v1/all",
		"/api/v1/config",
		"/api/v1/custom_component/update",
		"/api/v1/files/delete/{flow_id}/{file_name}",
		"/api/v1/files/download/{flow_id}/{file_name}",
		"/api/v1/files/images/{flow_id}/{file_name}",
		"/api/v1/files/list/{flow_id}",
		"/api/v1/files/upload/{flow_id}",
		"/api/v1/flows",
		"/api/v1/flows/download",
		"/api/v1/flows/upload",
		"/api/v1/flows/{id}",
		"/api/v1/monitor/messages",
		"/api/v1/monitor/messages/export",
		"/api/v1/monitor/messages/import",
		"/api/v1/monitor/messages/session/{id}",
		"/api/v1/monitor/messages/session/{old}",
		"/api/v1/monitor/messages/sessions",
		"/api/v1/monitor/messages/{id}",
		"/api/v1/monitor/run-views",
		"/api/v1/monitor/runs",
		"/api/v1/monitor/runs/{run_id}",
		"/api/v1/monitor/session-memory",
		"/api/v1/monitor/session-memory/fold",
		"/api/v1/monitor/session-memory/rebuild",
		"/api/v1/run/{flow}",
		"/api/v1/users/me/data",
		"/api/v1/users/me/export",
		"/api/v1/variables",
		"/api/v1/version",
		"/api/v2/files",
		"/api/v2/files/{file_id}",
		"/health",
		"/logs",
		"/logs-stream",
		"/ready",
	]);
});

it("says where there is nothing, as a problem document", async () => {
	const host = await openTestHost();
	const { status, headers, body } = await host.call("GET", "/api/v1/nothing");
	expect(status).toBe(404);
	expect(headers.get("content-type")).toBe("application/problem+json");
	expect(body).toMatchObject({ type: "urn:foldback:problem:not-found", title: "Not found", status: 404 });
	expect(body.detail).toContain('"/api/v1/nothing"');
	expect(body.instance).toBe(`urn:uuid:${headers.get("x-request-id")}`);
});

it.each(["evil.example", "evil.example:7860", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.4", "0.0.0.0", "[2001:db8::1]:7860", ""])(
	"answers 403 to the Host %j",
	async (name) => {
		const host = await openTestHost();
		const { status, body } = await host.call("GET", "/health", undefined, { host: name });
		expect(status).toBe(403);
		expect(body.type).toBe("urn:foldback:problem:foreign-host");
	},
);

it.each(["localhost", "localhost:7860", "127.0.0.1:7860", "127.8.9.1", "[::1]:7860", "LOCALHOST:1"])("answers to the Host %j", async (name) => {
	const host = await openTestHost();
	expect((await host.call("GET", "/health", undefined, { host: name })).status).toBe(200);
});

it.each(["http://evil.example", "null", "http://localhost:3000", "https://localhost:7860"])("answers 403 to the Origin %j", async (origin) => {
	const host = await openTestHost();
	const { status, body } = await host.call("GET", "/api/v1/flows/", undefined, { host: "localhost:7860", origin });
	expect(status).toBe(403);
	expect(body.type).toBe("urn:foldback:problem:foreign-origin");
});

it("answers to its own page's Origin", async () => {
	const host = await openTestHost();
	expect((await host.call("GET", "/api/v1/flows/", undefined, { host: "localhost:7860", origin: "http://localhost:7860" })).status).toBe(200);
});

it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", undefined])(
	"answers 415 to a mutation with the content type %j",
	async (contentType) => {
		const host = await openTestHost();
		const response = await host.app.request("/api/v1/flows/", {
			method: "POST",
			body: new TextEncoder().encode('{"name":"x"}'),
			headers: contentType === undefined ? {} : { "content-type": contentType },
		});
		expect(response.status).toBe(415);
		expect(await response.json()).toMatchObject({ type: "urn:foldback:problem:unsupported-media-type" });
		expect(await host.store.flows.count("local")).toBe(0);
	},
);

it("answers 415 to a POST without a body or content type, which a form could send", async () => {
	const host = await openTestHost();
	expect((await host.app.request("/api/v1/monitor/session-memory/rebuild?flow_id=x", { method: "POST" })).status).toBe(415);
});

it("answers 400 to malformed JSON", async () => {
	const host = await openTestHost();
	const response = await host.app.request("/api/v1/flows/", { method: "POST", body: '{"name": ', headers: { "content-type": "application/json" } });
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({ type: "urn:foldback:problem:malformed-json" });
});

it("answers 413 to a body that is too large, declared or not", async () => {
	const host = await openTestHost();
	const large = `"${"x".repeat(10 * 1024 * 1024)}"`;
	for (const headers of [{}, { "content-length": String(large.length) }]) {
		const response = await host.app.request("/api/v1/flows/", { method: "POST", body: large, headers: { "content-type": "application/json", ...headers } });
		expect(response.status).toBe(413);
		expect(await response.json()).toMatchObject({ type: "urn:foldback:problem:too-large" });
	}
});

it("answers 400 to a body nested so deeply that walking it would exhaust the stack", async () => {
	const host = await openTestHost();
	const deep = `{"name":"x","data":{"nodes":[],"edges":[],"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;
	const response = await host.app.request("/api/v1/flows/", { method: "POST", body: deep, headers: { "content-type": "application/json" } });
	expect(response.status).toBe(400);
	expect(await response.text()).toContain("200 levels");
});

it("sends strict security headers with every answer, errors too", async () => {
	const host = await openTestHost();
	for (const path of ["/", "/health", "/api/v1/nothing"]) {
		const { headers } = await host.call("GET", path);
		expect(headers.get("content-security-policy")).toContain("default-src 'none'");
		expect(headers.get("content-security-policy")).not.toContain("unsafe");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("x-frame-options")).toBe("DENY");
		expect(headers.get("referrer-policy")).toBe("no-referrer");
		expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
	}
});

it("answers what nobody expected with 500, without a stack, a message or a secret", async () => {
	const host = await openTestHost();
	const list = () => Promise.reject(new TypeError("sk-secret is not a function at flows.ts"));
	const app = createApp({ ...host, store: { ...host.store, flows: { ...host.store.flows, list } } });
	const response = await app.request("/api/v1/flows/");
	const body = JSON.parse(await response.text());
	expect(response.status).toBe(500);
	expect(Object.keys(body).sort()).toEqual(["detail", "instance", "status", "title", "type"]);
	expect(JSON.stringify([body, host.logged])).not.toMatch(/secret|function/);
	expect(host.logged.at(-1)).toMatchObject({ level: "error", event: "request-failed", requestId: body.instance.slice("urn:uuid:".length) });
});

it("escapes what a flow is called on the page at /", async () => {
	const host = await openTestHost();
	await host.call("POST", "/api/v1/flows/", { name: "<script>alert(1)</script>" });
	const { status, body } = await host.call("GET", "/");
	expect(status).toBe(200);
	expect(body).toContain("&lt;script&gt;");
	expect(body).not.toContain("<script>");
});

it("never answers 5xx to any body on any route", async () => {
	const host = await openTestHost();
	const flow = (await host.call("POST", "/api/v1/flows/", { name: "Any" })).body.id;
	const routes = [
		["POST", "/api/v1/flows/"],
		["PATCH", `/api/v1/flows/${flow}`],
		["POST", "/api/v1/flows/upload/"],
		["POST", "/api/v1/flows/download/"],
		["POST", `/api/v1/run/${flow}`],
		["POST", `/api/v1/run/${flow}?stream=true`],
		["DELETE", "/api/v1/monitor/messages"],
		["PUT", "/api/v1/monitor/messages/x"],
		["DELETE", "/api/v1/monitor/messages/sessions"],
		["PATCH", `/api/v1/monitor/session-memory?flow_id=${flow}`],
		["POST", "/api/v1/custom_component/update"],
	] as const;
	const known = fc.constantFrom(
		"name",
		"data",
		"nodes",
		"edges",
		"id",
		"endpoint_name",
		"revision",
		"input_value",
		"tweaks",
		"session_id",
		"text",
		"overrides",
		"template",
		"field",
	);
	const { value } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 4 },
			fc.jsonValue(),
			fc.array(tie("value"), { maxLength: 3 }),
			fc.dictionary(fc.oneof(known, fc.string()), tie("value"), { maxKeys: 5 }),
		),
	}));
	const text = fc.oneof(
		value.map((json) => JSON.stringify(json)),
		fc.string({ unit: "binary" }),
	);
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...routes), text, async ([method, path], sent) => {
			const response = await host.app.request(path, { method, body: sent, headers: { "content-type": "application/json" } });
			expect(response.status, `${method} ${path} ${sent}`).toBeLessThan(500);
			await response.text();
		}),
		{ numRuns: 400 },
	);
});

it("tells what is wrong with the database and what to do; where the file lies is for the log", async () => {
	const host = await openTestHost();
	await host.store.close();
	const { status, body } = await host.call("GET", "/api/v1/flows/");
	expect({ status, ...body }).toMatchObject({ status: 503, type: "urn:foldback:problem:database-failed", code: "closed" });
	expect(body.detail).toBe("The database failed: the store is closed. Open it again.");
	expect(host.logged).toContainEqual(
		expect.objectContaining({ event: "request-failed", detail: expect.stringContaining(`${host.dataDir}/foldback.db: the store`) }),
	);
});
