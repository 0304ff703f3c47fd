import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

const environment = { FOLDBACK_FOLD_THRESHOLD: "4", FOLDBACK_FOLD_TIMING: "inline" };
const remembering = agentFlow("Agent", { n_messages: 2, summarize_older_messages: true, pinned_keys: ["city: where the user lives"] });

/** A host with a session whose first messages are folded. */
async function folded(now?: () => number) {
	const host = await openTestHost(environment, now ? { now } : {});
	const id: string = (await host.call("POST", "/api/v1/flows/", remembering)).body.id;
	for (const text of ["My city is Oslo.", "I like fish.", "I have a boat.", "It is blue.", "Good."]) {
		await host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: "s" });
	}
	await host.compressor.settled();
	const path = `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`;
	return { host, id, path, read: async () => (await host.call("GET", path)).body };
}

const expected = (memory: { state: { incarnation: string; version: number } }) => ({ incarnation: memory.state.incarnation, version: memory.state.version });

async function cityOf(host: TestHost, id: string): Promise<string> {
	const { body } = await host.call("POST", `/api/v1/run/${id}`, { input_value: "What is my city?", session_id: "s" });
	return body.outputs[0].outputs[0].results.message.text;
}

it("shows state, sizes, tokens and journal with snapshots", async () => {
	const { host, id, path, read } = await folded();
	const memory = await read();
	expect(memory.scope).toEqual({ flow_id: id, session_id: "s", context_id: "" });
	expect(memory.state).toMatchObject({
		pinned: { city: expect.stringContaining("Oslo") },
		overrides: {},
		version: expect.any(Number),
		summary_model: "offline-demo",
	});
	expect(memory.state.known_keys).toEqual([{ name: "city", description: "where the user lives", not_asked_through: null }]);
	expect(memory.state.covered_until.timestamp).toMatch(/ UTC$/);
	expect(memory.absorbed).toBe(memory.state.absorbed_count);
	expect(memory.absorbed + memory.backlog + memory.recent_window + memory.uncovered).toBe(10);
	expect(memory.recent_window).toBe(2);
	const wider = (await host.call("GET", `${path}&n_messages=3`)).body;
	expect(wider).toMatchObject({ recent_window: 3, backlog: 0, state: memory.state });
	expect(memory.summary_tokens).toBeGreaterThan(0);
	expect(memory.verbatim_tokens).toBeGreaterThan(0);
	expect(memory.journal[0]).toMatchObject({ outcome: "saved", model: "offline-demo", snapshot: { absorbed_count: memory.absorbed } });
});

it("means the flow's default session when none is named, and only the context that is", async () => {
	const host = await openTestHost();
	const document = agentFlow("Agent", { n_messages: 2, summarize_older_messages: true, context_id: "desk" });
	const { id } = (await host.call("POST", "/api/v1/flows/", document)).body;
	await host.call("POST", `/api/v1/run/${id}`, {
		input_value: "Hello",
		tweaks: { "ChatInput-1": { context_id: "desk" }, "ChatOutput-1": { context_id: "desk" } },
	});
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Elsewhere" });
	const windowOf = async (query: string) => (await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}${query}`)).body;
	expect(await windowOf("&context_id=desk")).toMatchObject({ scope: { session_id: id, context_id: "desk" }, recent_window: 2, backlog: 0 });
	expect((await windowOf("")).scope).toEqual({ flow_id: id, session_id: id, context_id: "" });
	const all = await windowOf(`&session_id=${id}`);
	expect(all.recent_window + all.backlog).toBe(4);
});

it("is empty for a session without folds, and for one that does not exist", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", remembering)).body;
	const { status, body } = await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=none`);
	expect(status).toBe(200);
	expect(body).toMatchObject({ state: null, absorbed: 0, backlog: 0, recent_window: 0, uncovered: 0, journal: [] });
});

it("answers 404 to a flow that is not the user's", async () => {
	const host = await openTestHost();
	const theirs = await host.store.flows.create({ userId: "somebody", name: "Theirs", endpointName: null, document: echoFlow() });
	for (const flow of [theirs?.id, "nothing"]) {
		const path = `/api/v1/monitor/session-memory?flow_id=${flow}&session_id=s`;
		for (const [method, body] of [["GET"], ["PATCH", { overrides: { a: "b" }, expected: "absent" }], ["DELETE"]] as const)
			expect((await host.call(method, path, body)).status).toBe(404);
		expect((await host.call("POST", path.replace("?", "/rebuild?"))).status).toBe(404);
	}
});

it("sets a value by hand, which wins, and releases it", async () => {
	const { host, id, path, read } = await folded();
	const before = await read();
	const set = await host.call("PATCH", path, { overrides: { city: "Bergen" }, expected: expected(before) });
	expect(set.status).toBe(200);
	expect(set.body.state).toMatchObject({ overrides: { city: "Bergen" }, pinned: before.state.pinned, version: before.state.version + 1 });
	expect(await cityOf(host, id)).toContain("Bergen");
	const released = await host.call("PATCH", path, { overrides: { city: null }, expected: expected(await read()) });
	expect(released.body.state.overrides).toEqual({});
	expect(released.body.state.pinned).toEqual(before.state.pinned);
});

it("answers 409 with the current state to an override on an older one", async () => {
	const { host, path, read } = await folded();
	const before = await read();
	await host.call("PATCH", path, { overrides: { city: "Bergen" }, expected: expected(before) });
	for (const stale of [expected(before), "absent", { incarnation: crypto.randomUUID(), version: 1 }]) {
		const { status, body } = await host.call("PATCH", path, { overrides: { city: "Moss" }, expected: stale });
		expect(status).toBe(409);
		expect(body.state).toMatchObject({ overrides: { city: "Bergen" }, version: before.state.version + 1 });
	}
	expect((await read()).state.overrides).toEqual({ city: "Bergen" });
});

it("of simultaneous overrides of one state lets exactly one win", async () => {
	const { host, path, read } = await folded();
	const before = expected(await read());
	const answers = await Promise.all(["A", "B", "C", "D"].map((city) => host.call("PATCH", path, { overrides: { city }, expected: before })));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

it("answers 404 to an override in a session without messages", async () => {
	const { host, id } = await folded();
	const { status, body } = await host.call("PATCH", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=none`, {
		overrides: { city: "Bergen" },
		expected: "absent",
	});
	expect(status).toBe(404);
	expect(body.detail).toContain('"none"');
});

it.each([
	{ overrides: { city: "" }, expected: "absent" },
	{ overrides: { city: "x".repeat(501) }, expected: "absent" },
	{ overrides: { city: "   " }, expected: "absent" },
	{ overrides: { city: 5 }, expected: "absent" },
	{ overrides: { "a\nb": "x" }, expected: "absent" },
	{ overrides: { "-": "x" }, expected: "absent" },
	{ overrides: { ["x".repeat(80)]: "x" }, expected: "absent" },
	{ overrides: { city: "Bergen" } },
	{ overrides: { city: "Bergen" }, expected: "any" },
])("answers 422 to the override %j", async (body) => {
	const { host, path } = await folded();
	expect((await host.call("PATCH", path, body)).status).toBe(422);
});

it("rebuilds from the messages, keeps overrides, and refuses to do it again at once", async () => {
	let time = Date.parse("2026-11-30T12:00:00Z");
	const { host, path, read } = await folded(() => time++);
	await host.call("PATCH", path, { overrides: { city: "Bergen" }, expected: expected(await read()) });
	const before = await read();
	const rebuilt = await host.call("POST", path.replace("?", "/rebuild?"));
	expect(rebuilt.status).toBe(200);
	expect(rebuilt.body.rebuild).toMatchObject({ outcome: "saved" });
	expect(rebuilt.body.state).toMatchObject({ overrides: { city: "Bergen" }, pinned: before.state.pinned });
	expect(rebuilt.body.state.incarnation).not.toBe(before.state.incarnation);
	const again = await host.call("POST", path.replace("?", "/rebuild?"));
	expect(again.status).toBe(429);
	expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
	time += 30_000;
	expect((await host.call("POST", path.replace("?", "/rebuild?"))).status).toBe(200);
});

it("forgets on DELETE, overrides included, and leaves the messages", async () => {
	const { host, path, read } = await folded();
	await host.call("PATCH", path, { overrides: { city: "Bergen" }, expected: expected(await read()) });
	for (let time = 0; time < 2; time++) expect((await host.call("DELETE", path)).status).toBe(204);
	expect(await read()).toMatchObject({ state: null, journal: [], absorbed: 0 });
	expect((await host.call("GET", "/api/v1/monitor/messages?session_id=s")).body).toHaveLength(10);
});

it("follows a renamed session, and is rebuilt where two sessions become one", async () => {
	const { host, id } = await folded();
	await host.call("PATCH", "/api/v1/monitor/messages/session/s?new_session_id=t");
	expect((await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`)).body.state).toBeNull();
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Another chat.", session_id: "u" });
	await host.call("PATCH", "/api/v1/monitor/messages/session/t?new_session_id=u");
	const merged = (await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=u`)).body;
	expect(merged).toMatchObject({ state: null, absorbed: 0 });
	expect(merged.backlog + merged.recent_window + merged.uncovered).toBe(12);
});

it("logs folds as codes and sizes, never as text of the chat", async () => {
	const { host } = await folded();
	expect(host.logged.filter(({ event }) => event === "fold-saved")).not.toHaveLength(0);
	expect(JSON.stringify(host.logged)).not.toMatch(/Oslo|fish|boat/);
});

it("names the field of a pinned key that cannot be", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", remembering)).body;
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" });
	const path = `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`;
	const refused = await host.call("PATCH", path, { overrides: { "!": "x" }, expected: "absent" });
	expect(refused).toMatchObject({ status: 422, body: { field: "overrides", detail: expect.stringMatching(/^overrides has the key "!", but a name has/) } });
});
