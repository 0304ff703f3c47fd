import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

const key = (text: string) => ({ "idempotency-key": text });

async function save(host: TestHost, flow: object = echoFlow()): Promise<string> {
	return (await host.call("POST", "/api/v1/flows/", flow)).body.id;
}

async function texts(host: TestHost): Promise<readonly string[]> {
	return (await host.store.messages.list("local", {})).map(({ text }) => text);
}

it("gives a repeated call the first result and stores nothing twice, also after a restart", async () => {
	const host = await openTestHost();
	const id = await save(host);
	const input = { input_value: "Hello", session_id: "s" };
	const first = await host.call("POST", `/api/v1/run/${id}`, input, key("k1"));
	const again = await host.call("POST", `/api/v1/run/${id}`, { session_id: "s", input_value: "Hello" }, key("k1"));
	expect(again.status).toBe(200);
	expect(again.body).toEqual(first.body);
	expect([first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")]).toEqual([null, "true"]);
	const restarted = await openTestHost({}, { dataDir: host.dataDir });
	expect((await restarted.call("POST", `/api/v1/run/${id}`, input, key("k1"))).body).toEqual(first.body);
	expect(await texts(host)).toEqual(["Hello", "Hello"]);
	await host.call("POST", `/api/v1/run/${id}`, input, key("k2"));
	expect(await texts(host)).toHaveLength(4);
});

it("answers 422 to the same key with another request, whose user's keys are no one else's", async () => {
	const host = await openTestHost();
	const id = await save(host);
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello" }, key("k"));
	const { status, body } = await host.call("POST", `/api/v1/run/${id}`, { input_value: "Goodbye" }, key("k"));
	expect(status).toBe(422);
	expect(body).toMatchObject({ field: "idempotency-key", detail: expect.stringContaining('"k"') });
	expect((await host.call("POST", `/api/v1/run/${id}`, {}, key("x".repeat(256)))).status).toBe(422);
	await host.store.flows.create({ userId: "ann", name: "Hers", endpointName: "hers", document: echoFlow() });
	expect(await texts(host)).toHaveLength(2);
});

it("lets duplicates wait for the first, in this process and in another one", async () => {
	const openai = await openOpenAI();
	const environment = { OPENAI_BASE_URL: openai.url, OPENAI_API_KEY: "k", FOLDBACK_MODEL: "m" };
	const host = await openTestHost(environment);
	const other = await openTestHost(environment, { dataDir: host.dataDir });
	const id = await save(host, agentFlow("Agent"));
	const ask = (which: TestHost) => which.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" }, key("k"));
	const first = ask(host);
	const call = await openai.next();
	const others = [ask(host), ask(other), ask(other)];
	call.finish("Good day.");
	const answers = await Promise.all([first, ...others]);
	for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
	expect(await texts(host)).toEqual(["Hello", "Good day."]);
});

it("streams the first result again", async () => {
	const host = await openTestHost();
	const id = await save(host);
	const first = await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello" }, key("k"));
	const { body } = await host.call("POST", `/api/v1/run/${id}?stream=true`, { input_value: "Hello" }, key("k"));
	expect(JSON.parse(body)).toEqual({ event: "end", data: { result: first.body } });
});

it("frees the key of a failed run, and the user's message does not stand twice after the next attempt", async () => {
	const openai = await openOpenAI();
	const host = await openTestHost({ OPENAI_BASE_URL: openai.url, OPENAI_API_KEY: "k", FOLDBACK_MODEL: "m" });
	const id = await save(host, agentFlow("Agent"));
	const ask = () => host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" }, key("k"));
	const failing = ask();
	(await openai.next()).fail(401);
	expect((await failing).status).toBe(502);
	const second = ask();
	(await openai.next()).finish("Good day.");
	expect((await second).status).toBe(200);
	const rows = await host.store.messages.list("local", {});
	expect(rows.filter(({ sender }) => sender === "User").map(({ text }) => text)).toEqual(["Hello"]);
	expect(rows.at(-1)?.text).toBe("Good day.");
});

it("stores a failure that repeats itself once, and the answer of the attempt that succeeds", async () => {
	const host = await openTestHost();
	const id = await save(host, agentFlow("Agent", { n_messages: -1 }));
	const ask = () => host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" }, key("k"));
	expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([400, 400, 400]);
	const failed = await host.store.messages.list("local", {});
	expect(failed.map(({ error }) => error)).toEqual([false, true]);
	expect(failed[1]?.text).toMatch(/n_messages is -1.*100,000\.$/);
});

it("goes on when the client leaves, so that its next attempt finds the result", async () => {
	const openai = await openOpenAI();
	const host = await openTestHost({ OPENAI_BASE_URL: openai.url, OPENAI_API_KEY: "k", FOLDBACK_MODEL: "m" });
	const id = await save(host, agentFlow("Agent"));
	const body = JSON.stringify({ input_value: "Hello", session_id: "s" });
	const headers = { "content-type": "application/json", ...key("k") };
	const leaving = new AbortController();
	const gone = host.app.request(`/api/v1/run/${id}`, { method: "POST", body, headers, signal: leaving.signal });
	const call = await openai.next();
	leaving.abort();
	const again = host.call("POST", `/api/v1/run/${id}`, JSON.parse(body), key("k"));
	call.finish("Good day.");
	expect((await again).body.outputs[0].outputs[0].results.message.text).toBe("Good day.");
	await gone;
	expect(await texts(host)).toEqual(["Hello", "Good day."]);
});

it("answers 410 once the answer was deleted: it does not come back through its key", async () => {
	const host = await openTestHost();
	const id = await save(host);
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" }, key("k"));
	await host.call("DELETE", "/api/v1/monitor/messages/session/s");
	expect((await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" }, key("k"))).status).toBe(410);
});

it("takes over from a host that stopped in mid run, after its lease", async () => {
	let nowMs = Date.now();
	const host = await openTestHost({}, { now: () => nowMs });
	const id = await save(host);
	const { fingerprint } = await import("../run/fingerprint.ts");
	const body = { input_value: "Hello", session_id: "s" };
	const request = { userId: "local", key: "k", flowId: id, sessionId: "s", fingerprint: fingerprint(id, body) };
	const claim = await host.store.idempotency.claim(request, { owner: "a host that is gone", untilMs: nowMs + 5_000 });
	const inputId = claim.claim === "yours" ? claim.inputId : "";
	await host.store.messages.append({ id: inputId, flowId: id, userId: "local", sessionId: "s", sender: "User", text: "Hello" });
	const waiting = host.call("POST", `/api/v1/run/${id}`, body, key("k"));
	nowMs += 6_000;
	expect((await waiting).status).toBe(200);
	expect(await texts(host)).toEqual(["Hello", "Hello"]);
});

it("forgets an answer that is in no row when a message of its session is deleted", async () => {
	const host = await openTestHost();
	const id = await save(host);
	const body = { input_value: "planted-word", session_id: "s", tweaks: { "ChatOutput-1": { should_store_message: false } } };
	const ask = () => host.call("POST", `/api/v1/run/${id}`, body, key("k"));
	await ask();
	expect(JSON.stringify((await ask()).body)).toContain("planted-word");
	const [row] = await host.store.messages.list("local", {});
	await host.call("DELETE", "/api/v1/monitor/messages", [row?.id]);
	expect((await ask()).status).toBe(410);
	expect(await texts(host)).toEqual([]);
});
