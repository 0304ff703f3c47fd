import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";

/** A session of five turns in which no fold has come due. */
async function openChat() {
	const host = await openTestHost();
	const flow = agentFlow("Chat", { n_messages: 2, summarize_older_messages: true, pinned_keys: ["city"] });
	const { id } = (await host.call("POST", "/api/v1/flows/", flow)).body;
	for (const text of ["The city is Bergen.", "One.", "Two.", "Three.", "Four."]) {
		await host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: "s" });
	}
	const fold = (input: object) => host.call("POST", `/api/v1/monitor/session-memory/fold?flow_id=${id}&session_id=s`, input);
	return { host, id, fold };
}

it("folds the whole backlog when somebody asks, though no fold is due", async () => {
	const { fold } = await openChat();
	const { status, body } = await fold({});
	expect(status).toBe(200);
	expect(body).toMatchObject({ absorbed: 8, backlog: 0, fold: { outcome: "saved", folds: 1 }, state: { pinned: { city: "Bergen" } } });
	expect(body.journal).toHaveLength(1);
});

it("folds only what is due when asked so", async () => {
	const { fold } = await openChat();
	expect((await fold({ only_if_due: true })).body).toMatchObject({ absorbed: 0, backlog: 8, fold: { outcome: "not-due" } });
});

it("keeps a second request for a second, and foreign flows out", async () => {
	const { host, fold } = await openChat();
	await fold({});
	expect((await fold({})).status).toBe(429);
	expect((await host.call("POST", "/api/v1/monitor/session-memory/fold?flow_id=none", {})).status).toBe(404);
});

it("lists what each run's first model call was sent, oldest first, without text", async () => {
	const { host, id } = await openChat();
	const views = (await host.call("GET", `/api/v1/monitor/run-views?flow_id=${id}&session_id=s`)).body;
	expect(views.map((view: { message_ids: string[] }) => view.message_ids.length)).toEqual([1, 3, 5, 7, 9]);
	expect(views[4].message_ids.at(-1)).toBe(views[4].input_id);
	expect(views[4].input_tokens).toBeGreaterThan(views[0].input_tokens);
	expect(JSON.stringify(views)).not.toContain("Bergen");
	expect((await host.call("GET", "/api/v1/monitor/run-views?flow_id=none&session_id=s")).status).toBe(404);
});

it("folds for a Message History where no Agent uses the session, with its keys and its window", async () => {
	const host = await openTestHost();
	const history = {
		summarize_older_messages: { value: true },
		pinned_keys: { value: ["city"] },
		n_messages: { value: 4 },
	};
	const flow = echoFlow("Notes");
	const node = { id: "Memory-1", type: "genericNode", data: { id: "Memory-1", type: "Memory", node: { display_name: "Message History", template: history } } };
	const data = flow.data as { readonly nodes: readonly object[] };
	const { id } = (await host.call("POST", "/api/v1/flows/", { ...flow, data: { ...data, nodes: [...data.nodes, node] } })).body;
	for (const text of ["The city is Bergen.", "One.", "Two.", "Three."]) await host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: "s" });
	const { body } = await host.call("POST", `/api/v1/monitor/session-memory/fold?flow_id=${id}&session_id=s`, {});
	expect(body).toMatchObject({ absorbed: 4, recent_window: 4, state: { pinned: { city: "Bergen" } } });
});
