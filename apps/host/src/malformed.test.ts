import fc from "fast-check";
import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "./testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "./testing/test-host.fixture.ts";

/** What may go wrong in a document: a value somewhere in it becomes another one, or goes. */
type Damage = { readonly path: number; readonly value: unknown };

/** Cases of each test here; `FOLDBACK_FUZZ_RUNS=100000` for a long search. */
const numRuns = Number(process.env.FOLDBACK_FUZZ_RUNS ?? 500);
const timeout = 120_000 + 100 * numRuns;
/** Milliseconds within which every request must be answered, on however busy a machine. */
const answeredMs = 30_000;

/** Names that reach the prototype of objects which are put together carelessly. */
const polluting = fc
	.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length")
	.chain((name) => fc.constantFrom(`{"${name}":{"polluted":"yes"}}`, `{"constructor":{"prototype":{"${name}":{"polluted":"yes"}}}}`, `[{"${name}":null}]`))
	.map((json): unknown => JSON.parse(json));

const anything = fc.oneof(
	polluting,
	fc.anything({ maxDepth: 2, withNullPrototype: false }),
	fc.string(),
	fc.constant(undefined),
	fc.constantFrom(null, -1, 1e308, "", [], {}),
);
const damages = fc.array(fc.record({ path: fc.nat(10_000), value: anything }), { minLength: 1, maxLength: 4 });

interface Place {
	readonly holder: Record<string, unknown>;
	readonly key: string;
}

function placesIn(value: unknown): readonly Place[] {
	if (typeof value !== "object" || value === null) return [];
	const holder = value as Record<string, unknown>;
	return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function damage(document: object, list: readonly Damage[]): object {
	const copy = structuredClone(document);
	for (const { path, value } of list) {
		const places = placesIn(copy);
		const place = places[path % Math.max(1, places.length)];
		if (place) place.holder[place.key] = value;
	}
	return copy;
}

/** JSON of anything that has one: what has none, such as a big number or a cycle, becomes a text. */
function toJson(value: unknown): string {
	return (
		JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" || typeof item === "symbol" || typeof item === "function" ? String(item) : item)) ??
		"null"
	);
}

async function post(host: TestHost, path: string, body: string, { method = "POST", type = "application/json" } = {}) {
	return send(host, path, { method, headers: { "content-type": type }, body });
}

async function send(host: TestHost, path: string, init: RequestInit = {}) {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => late.reject(new Error(`No answer within ${answeredMs} ms: ${path} ${String(init.body)}`)), answeredMs);
	const answer = async () => {
		const response = await host.app.request(path, init);
		return { status: response.status, type: response.headers.get("content-type") ?? "", text: await response.text() };
	};
	return Promise.race([answer(), late.promise]).finally(() => clearTimeout(timer));
}

function expectNoCrash({ status, type, text }: { readonly status: number; readonly type: string; readonly text: string }): void {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect(Reflect.get({}, "polluted")).toBeUndefined();
	expect(status, text).toBeLessThan(500);
	if (status < 400) return;
	expect(type).toBe("application/problem+json");
	expect(JSON.parse(text)).toMatchObject({ type: expect.stringContaining("urn:foldback:problem:"), status, detail: expect.stringMatching(/\S/) });
}

it("answers malformed flows, saved and run, with problem documents and never with a 5xx", { timeout }, async () => {
	const host = await openTestHost();
	const flows = fc.constantFrom(echoFlow(), agentFlow("Agent", { n_messages: 5, tools: "", model: [], system_prompt: "x" }));
	const outcomes = new Set<number>();
	await fc.assert(
		fc.asyncProperty(flows, damages, async (flow, list) => {
			const saved = await post(host, "/api/v1/flows/", toJson(damage(flow, list)));
			expectNoCrash(saved);
			outcomes.add(saved.status);
			if (saved.status !== 201) return;
			const { id } = JSON.parse(saved.text);
			const run = await post(host, `/api/v1/run/${id}`, '{"input_value": "Hello"}');
			expectNoCrash(run);
			outcomes.add(run.status);
			await host.call("DELETE", `/api/v1/flows/${id}`);
		}),
		{ numRuns },
	);
	expect([...outcomes].sort()).toEqual(expect.arrayContaining([200, 201, 400, 422]));
});

it("answers malformed requests to all calls with problem documents and never with a 5xx", { timeout }, async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow())).body;
	const { paths } = (await host.call("GET", "/openapi.json")).body;
	// Of the calls that end.
	const ending = Object.entries<object>(paths).filter(([path]) => path !== "/logs-stream");
	const calls = ending.flatMap(([path, item]) => Object.keys(item).map((method) => ({ path, method: method.toUpperCase() })));
	const text = fc.oneof(fc.constant(String(id)), fc.string(), fc.constantFrom("", "0", "-1", "1e9", "%00", "..", "null", "true", "\u{1f600}", "a".repeat(600)));
	const names = [
		"flow_id",
		"session_id",
		"context_id",
		"limit",
		"offset",
		"order",
		"stream",
		"before",
		"n_messages",
		"new_session_id",
		"after_timestamp",
		"sender",
		"timestamp",
		"lines_before",
		"lines_after",
	];
	const query = fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 4 });
	const runBody = { input_value: "Hello", tweaks: { x: { y: 1 } }, session_id: "s", files: ["a"], expected: "absent", overrides: { a: "b" } };
	const body = fc.oneof(
		damages.map((list) => toJson(damage(runBody, list))),
		anything.map(toJson),
		fc.string(),
		fc.constantFrom("", "{", "[]", '{"__proto__": {"a": 1}}', "[".repeat(3_000)),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...calls),
			fc.array(text, { minLength: 3, maxLength: 3 }),
			query,
			body,
			async ({ path, method }, values, search, content) => {
				let index = 0;
				const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(values[index++] ?? ""));
				const url = `${filled}?${new URLSearchParams(search)}`;
				expectNoCrash(method === "GET" ? await send(host, url) : await post(host, url, content, { method }));
			},
		),
		{ numRuns },
	);
	expect((await host.call("GET", "/health")).status).toBe(200);
});

it("answers malformed imports and edits with problem documents and never with a 5xx, and keeps what it takes as it came", { timeout }, async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow())).body;
	const line = { id: "x", text: "Hello", sender: "User", timestamp: 1, files: ["a"], properties: { a: 1 }, content_blocks: [{ b: 2 }], duration: 1 };
	const lines = fc.array(
		fc.oneof(
			damages.map((list) => toJson(damage(line, list))),
			fc.string(),
			fc.constantFrom("", "[]", "{", "\u2028", '{"__proto__": []}'),
		),
		{ maxLength: 5 },
	);
	const edit = damages.map((list) => toJson(damage({ text: "Bye", properties: { a: { b: 1 } }, content_blocks: [{ c: 1 }] }, list)));
	let imported = 0;
	await fc.assert(
		fc.asyncProperty(lines, edit, polluting, async (given, change, properties) => {
			const session = `s${imported % 50}`;
			const query = `flow_id=${id}&session_id=${session}`;
			const stored = await post(host, `/api/v1/monitor/messages/import?${query}`, given.join("\n"), { type: "application/x-ndjson" });
			expectNoCrash(stored);
			if (stored.status !== 200) return;
			imported++;
			expect(stored.text).toContain('"event":"end"');
			const rows = await send(host, `/api/v1/monitor/messages?${query}&order=DESC&limit=1`);
			const [row] = JSON.parse(rows.text);
			const address = `/api/v1/monitor/messages/${encodeURIComponent(row.id)}`;
			expectNoCrash(await post(host, address, change, { method: "PUT" }));
			const kept = await post(host, address, JSON.stringify({ properties }), { method: "PUT" });
			expectNoCrash(kept);
			if (kept.status === 200) expect(JSON.stringify(JSON.parse(kept.text).properties)).toBe(JSON.stringify(properties));
		}),
		{ numRuns },
	);
	expect(imported).toBeGreaterThan(0);
});

it("refuses to override a key that no Agent can have, such as __proto__", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow())).body;
	for (const name of ["__proto__", "", "a\nb"]) {
		const body = `{"overrides": {${JSON.stringify(name)}: "x"}, "expected": "absent"}`;
		const refused = await post(host, `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`, body, { method: "PATCH" });
		expect(refused.status).toBe(422);
		expectNoCrash(refused);
	}
});
