import { expect, it } from "vitest";
import { agentFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";
import { executeRun } from "./execute-run.ts";

it("starts what a run left, such as a fold, only once the answer has been sent", async () => {
	const host = await openTestHost({ FOLDBACK_FOLD_THRESHOLD: "2" });
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Agent", { n_messages: 1, summarize_older_messages: true }))).body;
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "My city is Oslo.", session_id: "s" });
	const flow = await host.store.flows.get("local", id);
	if (!flow) throw new Error("The flow was saved above.");
	const sent = Promise.withResolvers<void>();
	const order = {
		flow,
		input: { input_value: "I like fish.", session_id: "s" },
		clientGone: new AbortController().signal,
		onEvent: () => {},
		streaming: false,
		answered: sent.promise,
	};
	await executeRun(host, order);
	await new Promise((resolve) => setImmediate(resolve));
	expect(host.logged.some(({ event }) => event === "fold-started")).toBe(false);
	// The fold and the run's record.
	expect(host.turns.running).toBe(2);
	sent.resolve();
	await host.turns.drain(10_000);
	expect(host.logged.filter(({ event }) => event === "fold-saved")).toHaveLength(1);
});

/** A run that waits for its model's answer. */
async function waitingRun() {
	const openai = await openOpenAI();
	const host = await openTestHost({ OPENAI_BASE_URL: openai.url, FOLDBACK_MODEL: "m" });
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Agent"))).body;
	const answer = host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "old" });
	const call = await openai.next();
	const texts = async () =>
		(await host.call("GET", "/api/v1/monitor/messages")).body.map((row: { session_id: string; text: string }) => `${row.session_id}: ${row.text}`);
	return { host, id, answer, call, texts };
}

it("stores the answer under the new name when its session is renamed meanwhile, and says so", async () => {
	const { host, answer, call, texts } = await waitingRun();
	await host.call("PATCH", "/api/v1/monitor/messages/session/old?new_session_id=new");
	call.finish("Hi.");
	expect((await answer).body.session_id).toBe("new");
	expect(await texts()).toEqual(["new: Hello", "new: Hi."]);
});

it("discards the answer when its session is deleted meanwhile, and says so", async () => {
	const { host, answer, call, texts } = await waitingRun();
	await host.call("DELETE", "/api/v1/monitor/messages/session/old");
	call.finish("Hi.");
	const { status, body } = await answer;
	expect(status).toBe(200);
	expect(body.warnings).toEqual([expect.stringContaining("was not stored")]);
	expect(await texts()).toEqual([]);
});

it("discards the answer when its flow is deleted meanwhile", async () => {
	const { host, id, answer, call, texts } = await waitingRun();
	await host.call("DELETE", `/api/v1/flows/${id}`);
	call.finish("Hi.");
	expect((await answer).body.warnings).toEqual([expect.stringContaining("was not stored")]);
	expect(await texts()).toEqual([]);
});

it("takes nothing new while the server stops", async () => {
	const { host, id, answer, call } = await waitingRun();
	const drained = host.turns.drain(10_000);
	for (const path of [`/api/v1/run/${id}`, `/api/v1/run/${id}?stream=true`, `/api/v1/monitor/session-memory/rebuild?flow_id=${id}`]) {
		const refused = await host.call("POST", path, { input_value: "More" });
		expect(refused.status).toBe(503);
		expect(refused.headers.get("retry-after")).toBe("5");
	}
	call.finish("Hi.");
	expect((await answer).status).toBe(200);
	expect(await drained).toBe(true);
});
