import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

const folding = { FOLDBACK_FOLD_THRESHOLD: "4", FOLDBACK_FOLD_TIMING: "inline" };

/** A chat with an agent that remembers; `say` runs one turn and gives its id. */
async function openChat(environment: Readonly<Record<string, string>> = folding) {
	const host = await openTestHost(environment);
	const agent = { n_messages: 2, summarize_older_messages: true, pinned_keys: ["city"] };
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Chat", agent))).body;
	const say = async (text: string): Promise<string> => (await host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: "s" })).body.run_id;
	const read = async (runId: string) => (await host.call("GET", `/api/v1/monitor/runs/${runId}`)).body;
	return { host, id, say, read };
}

async function talk(say: (text: string) => Promise<string>, turns: number): Promise<string> {
	let last = "";
	for (let turn = 1; turn <= turns; turn++) last = await say(turn === 1 ? "The city is Bergen." : `This is remark ${turn} about nothing much.`);
	return last;
}

async function messages(host: TestHost) {
	return (await host.call("GET", "/api/v1/monitor/messages?session_id=s")).body;
}

it("tells what a run's model calls were sent, with timings, tokens and folds", async () => {
	const { host, say, read } = await openChat();
	const runId = await talk(say, 6);
	const run = await read(runId);
	const rows = await messages(host);
	expect(run).toMatchObject({
		run_id: runId,
		session_id: "s",
		status: "finished",
		code: null,
		model_calls: 1,
		answer_id: rows.at(-1).id,
		input_id: rows.at(-2).id,
	});
	expect(run.nodes.map(({ id }: { id: string }) => id)).toEqual(["ChatInput-1", "Agent-1", "ChatOutput-1"]);
	const [view] = run.views;
	expect(run.calls[0]).toMatchObject({ node_id: "Agent-1", model: "offline-demo", round: 0, view: 0 });
	expect(run.calls[0].input_tokens).toBeGreaterThan(0);
	expect(view.messages.at(-1)).toMatchObject({ id: run.input_id, status: "same", text: "This is remark 6 about nothing much." });
	expect(view.messages.map(({ id }: { id: string }) => id)).toEqual(rows.slice(-1 - view.messages.length, -1).map(({ id }: { id: string }) => id));
	expect(view.summary).toMatchObject({ status: "current", context_id: "", pinned: { city: "Bergen" } });
	expect(view.summary.summary.length).toBeGreaterThan(0);
	const runs = (await host.call("GET", `/api/v1/monitor/runs?flow_id=${run.flow_id}&session_id=s`)).body;
	const folds = (await Promise.all(runs.map(async (other: { run_id: string }) => (await read(other.run_id)).folds))).flat();
	const { journal } = (await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${run.flow_id}&session_id=s`)).body;
	expect(folds).toEqual(journal.map((fold: object) => ({ ...fold, context_id: "" })));
	expect(folds.length).toBeGreaterThan(0);
});

it("finds a run by its answer, and lists the runs of a session newest first, page by page", async () => {
	const { host, id, say, read } = await openChat();
	await talk(say, 3);
	const list = (await host.call("GET", `/api/v1/monitor/runs?flow_id=${id}&session_id=s`)).body;
	expect(list).toHaveLength(3);
	expect(await read(list[0].answer_id)).toMatchObject({ run_id: list[0].run_id });
	const page = (await host.call("GET", `/api/v1/monitor/runs?flow_id=${id}&limit=1&before=${list[0].run_id}`)).body;
	expect(page.map((run: { run_id: string }) => run.run_id)).toEqual([list[1].run_id]);
	expect((await host.call("GET", `/api/v1/monitor/runs?flow_id=${id}&session_id=other`)).body).toEqual([]);
	expect((await host.call("GET", "/api/v1/monitor/runs/none")).status).toBe(404);
});

it("forgets with the rows: an edited message and the summary of it do not come back", async () => {
	const { host, say, read } = await openChat();
	const runId = await talk(say, 6);
	const [first] = await messages(host);
	await host.call("PUT", `/api/v1/monitor/messages/${first.id}`, { text: "The city is Oslo." });
	await say("One more remark about the weather.");
	const run = await read(runId);
	expect(JSON.stringify(run)).not.toContain("Bergen");
	expect(run.views[0].summary).toMatchObject({ status: "forgotten", summary: null, pinned: null });
	await host.call("DELETE", "/api/v1/monitor/messages", [run.input_id]);
	const later = await read(runId);
	expect(later.views[0].messages.at(-1)).toMatchObject({ status: "deleted", text: null });
	expect(JSON.stringify(later)).not.toContain("remark 6");
});

it("shows the snapshot that a run was sent after later folds, and only that one", async () => {
	const { say, read } = await openChat();
	const runId = await talk(say, 6);
	const sent = (await read(runId)).views[0].summary;
	await talk(say, 4);
	expect((await read(runId)).views[0].summary).toMatchObject({ status: "earlier", summary: sent.summary, pinned: sent.pinned, overrides: null });
});

it("tells the instructions and the tool messages of each call, and forgets the latter with the answer", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Tools", { system_prompt: "Be brief, on {current_date}." }))).body;
	const { run_id: runId } = (await host.call("POST", `/api/v1/run/${id}`, { input_value: "What is 17 * 23?", session_id: "s" })).body;
	const read = async () => (await host.call("GET", `/api/v1/monitor/runs/${runId}`)).body;
	const run = await read();
	expect(run.calls.map((call: { instructions: { text: string } }) => call.instructions.text)).toEqual(
		Array(2).fill(expect.stringMatching(/^Be brief, on \d{4}-/)),
	);
	expect(run.calls[0].turn).toEqual([]);
	expect(run.calls[1].turn).toMatchObject([
		{ kind: "calls", status: "same", calls: [{ name: "evaluate_expression", input: { expression: "17 * 23" } }] },
		{ kind: "output", status: "same", name: "evaluate_expression", text: "391" },
	]);
	expect(run.calls[1].message_count).toBe(4);
	await host.runs.settled();
	expect(JSON.stringify(await host.store.runs.list("local", { flowId: id }))).not.toMatch(/17 \* 23|(?<=["\s])391/);
	await host.call("PUT", `/api/v1/monitor/messages/${run.answer_id}`, { text: "Something else." });
	expect((await read()).calls[1].turn).toMatchObject([
		{ kind: "calls", status: "changed", text: null, calls: [] },
		{ kind: "output", status: "changed", text: null },
	]);
	await host.call("DELETE", "/api/v1/monitor/messages", [run.answer_id]);
	expect((await read()).calls[1].turn[1]).toMatchObject({ status: "deleted", name: null, text: null });
});

it("keeps no instructions that a request brought", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Tweaked"))).body;
	const tweaks = { "Agent-1": { system_prompt: "They said: my private words." } };
	const { run_id: runId } = (await host.call("POST", `/api/v1/run/${id}`, { input_value: "hello", tweaks })).body;
	const run = (await host.call("GET", `/api/v1/monitor/runs/${runId}`)).body;
	expect(run.calls[0].instructions).toEqual({ text: null, chars: 28 });
	await host.runs.settled();
	expect(JSON.stringify(await host.store.runs.list("local", { flowId: id }))).not.toContain("private");
});

it("keeps no text of the chat in the record itself", async () => {
	const { host, id, say } = await openChat();
	await talk(say, 6);
	await host.runs.settled();
	const stored = JSON.stringify(await host.store.runs.list("local", { flowId: id }));
	expect(stored).not.toMatch(/Bergen|remark/);
});

it("goes with the session, and with a rename", async () => {
	const { host, id, say, read } = await openChat();
	const runId = await talk(say, 2);
	await host.call("PATCH", `/api/v1/monitor/messages/session/s?new_session_id=t&flow_id=${id}`);
	expect(await read(runId)).toMatchObject({ session_id: "t" });
	await host.call("DELETE", "/api/v1/monitor/messages/session/t");
	expect((await host.call("GET", `/api/v1/monitor/runs/${runId}`)).status).toBe(404);
});

it("goes with the last message of a session", async () => {
	const { host, say } = await openChat();
	const runId = await talk(say, 1);
	await host.call(
		"DELETE",
		"/api/v1/monitor/messages",
		(await messages(host)).map((row: { id: string }) => row.id),
	);
	expect((await host.call("GET", `/api/v1/monitor/runs/${runId}`)).status).toBe(404);
});

it("records a failed run by the row of its error", async () => {
	const host = await openTestHost({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_API_KEY: "k", FOLDBACK_MODEL: "m" });
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Down"))).body;
	expect((await host.call("POST", `/api/v1/run/${id}`, { input_value: "hello" })).status).toBe(502);
	const [run] = (await host.call("GET", `/api/v1/monitor/runs?flow_id=${id}`)).body;
	expect(run).toMatchObject({ status: "failed", code: "model-unavailable" });
});

it("tells nothing of a flow that is not there, and has no calls for a flow without a model", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow())).body;
	const { run_id: runId } = (await host.call("POST", `/api/v1/run/${id}`, { input_value: "hello" })).body;
	expect((await host.call("GET", `/api/v1/monitor/runs/${runId}`)).body).toMatchObject({ model_calls: 0, views: [], input_tokens: null });
	expect((await host.call("GET", "/api/v1/monitor/runs?flow_id=none")).status).toBe(404);
});
