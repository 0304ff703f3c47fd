import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

async function openWithFlow(flow: object = echoFlow()) {
	const host = await openTestHost({ FOLDBACK_FOLD_THRESHOLD: "4", FOLDBACK_FOLD_TIMING: "inline" });
	const { id } = (await host.call("POST", "/api/v1/flows/", flow)).body;
	return { host, id: String(id) };
}

async function send(host: TestHost, id: string, lines: readonly unknown[], session = "s") {
	const body = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
	const path = `/api/v1/monitor/messages/import?flow_id=${id}&session_id=${session}`;
	const response = await host.app.request(path, { method: "POST", body, headers: { "content-type": "application/x-ndjson" } });
	const text = await response.text();
	return {
		status: response.status,
		events: text
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line)),
	};
}

const exported = async (host: TestHost, id: string, session = "s") =>
	(await (await host.app.request(`/api/v1/monitor/messages/export?flow_id=${id}&session_id=${session}`)).text())
		.trim()
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));

it("keeps order, times and all members from one session to another", async () => {
	const { host, id } = await openWithFlow();
	const time = "2026-01-02 03:04:05.678000 UTC";
	const lines = [
		{ text: "first", sender: "User", timestamp: time, context_id: "desk", properties: { a: [1] }, content_blocks: [{ b: 2 }], files: ["f/x.txt"] },
		{ text: "same time", sender: "Machine", timestamp: time, sender_name: "Bot", duration: 12, category: "info" },
		{ content: "of another system", role: "user" },
		{ text: "oops", sender: "Machine", error: true, timestamp: "2026-01-02T03:05:00Z" },
	];
	const { status, events } = await send(host, id, lines);
	expect([status, events]).toEqual([
		200,
		[
			{ event: "progress", stored: 4, total: 4 },
			{ event: "end", stored: 4, total: 4 },
		],
	]);
	const rows = await exported(host, id);
	expect(rows.map(({ text }) => text)).toEqual(["first", "same time", "of another system", "oops"]);
	expect(rows[0]).toMatchObject({ timestamp: time, context_id: "desk", properties: { a: [1] }, content_blocks: [{ b: 2 }], files: ["f/x.txt"] });
	expect(rows[2]).toMatchObject({ sender: "User", timestamp: "2026-01-02 03:04:05.679000 UTC" });
	await send(host, id, rows, "copy");
	const without = (row: object) => ({ ...row, id: "", session_id: "" });
	expect((await exported(host, id, "copy")).map(without)).toEqual(rows.map(without));
});

it("keeps ids where they are free", async () => {
	const { host, id } = await openWithFlow();
	await send(host, id, [{ id: "old-id", text: "x", sender: "User" }]);
	expect((await exported(host, id))[0].id).toBe("old-id");
});

it.each<[string, unknown, string]>([
	["no JSON", "{", ""],
	["no sender", { text: "x" }, "sender"],
	["no text", { sender: "User" }, "text"],
	["a bad time", { text: "x", sender: "User", timestamp: "yesterday" }, "timestamp"],
	["a time before all times", { text: "x", sender: "User", timestamp: -1 }, "timestamp"],
	["a list", [], ""],
])("stores nothing when a line has %s, and names it", async (_, line, field) => {
	const { host, id } = await openWithFlow();
	const { status, events } = await send(host, id, [{ text: "good", sender: "User" }, "", line]);
	expect(status).toBe(422);
	expect(events[0]).toMatchObject({ line: 3, ...(field === "" ? {} : { field }), detail: expect.stringContaining("Nothing was imported") });
	expect(await exported(host, id)).toEqual([]);
	expect(readdirSync(join(host.dataDir, "imports"))).toEqual([]);
});

it("refuses an empty body, other media types and flows that are not there", async () => {
	const { host, id } = await openWithFlow();
	expect((await send(host, id, [])).status).toBe(422);
	expect((await send(host, "none", [{ text: "x", sender: "User" }])).status).toBe(404);
	expect((await host.call("POST", `/api/v1/monitor/messages/import?flow_id=${id}`, [])).status).toBe(415);
	expect((await host.call("GET", "/api/v1/monitor/messages/export")).status).toBe(422);
});

it("takes what is remembered back to before the first imported message, and folds again from the rows", async () => {
	const { host, id } = await openWithFlow(agentFlow("Agent", { n_messages: 2, summarize_older_messages: true, pinned_keys: ["city"] }));
	const ask = async (text: string) => (await host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: "s" })).body;
	await ask("The city is Oslo.");
	for (let turn = 0; turn < 5; turn++) await ask(`Remark number ${turn}.`);
	const memory = async () => (await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s&n_messages=2`)).body;
	const before = await memory();
	expect(before.state.absorbed_count).toBeGreaterThan(0);
	const lines = Array.from({ length: 1_200 }, (_, index) => ({ text: `Imported line ${index}.`, sender: index % 2 ? "Machine" : "User", timestamp: index }));
	expect((await send(host, id, lines)).events.map(({ stored }) => stored)).toEqual([500, 1_000, 1_200, 1_200]);
	expect((await memory()).state).toBeNull();
	await ask("And now?");
	const after = await memory();
	expect(after.absorbed + after.backlog + after.recent_window).toBe(1_200 + 14);
	expect(after.state.incarnation).not.toBe(before.state.incarnation);
});

it("takes a hundred thousand messages, and no more", async () => {
	const { host, id } = await openWithFlow();
	const lines = Array.from({ length: 100_000 }, (_, index) => `{"text":"m${index}","sender":"User","timestamp":${index * 10}}`);
	const { events } = await send(host, id, lines);
	expect(events.at(-1)).toEqual({ event: "end", stored: 100_000, total: 100_000 });
	expect(await host.store.source.count({ flowId: id, userId: "local", sessionId: "s", contextId: "" }, { after: undefined })).toBe(100_000);
	const last = await host.store.messages.list("local", { sessionId: "s", order: "descending", limit: 1 });
	expect(last[0]).toMatchObject({ text: "m99999", timestampMs: 999_990 });
	const more = await send(host, id, [...lines, lines[0] ?? ""]);
	expect([more.status, more.events[0].line]).toEqual([413, 100_001]);
});
