import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agentFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost, type TestHost, temporaryFolder } from "../testing/test-host.fixture.ts";
import { expireOldMessages } from "./retention.ts";

const inline = { FOLDBACK_FOLD_THRESHOLD: "4", FOLDBACK_FOLD_TIMING: "inline" };

async function openChat(environment: Readonly<Record<string, string>>, now?: () => number) {
	const host = await openTestHost({ ...inline, ...environment }, now ? { now } : {});
	const agent = { n_messages: 2, summarize_older_messages: true, pinned_keys: ["city"] };
	const { id } = (await host.call("POST", "/api/v1/flows/", agentFlow("Agent", agent))).body;
	const say = (text: string, sessionId = "s") => host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: sessionId });
	const memory = async () => (await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`)).body;
	return { host, say, memory };
}

async function talk(say: (text: string) => Promise<{ status: number }>, turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) expect((await say(`The city is Bergen, remark ${turn}.`)).status).toBe(200);
}

it("stops folding for the day when a user's budget is spent, loses nothing, and goes on the next day", async () => {
	let nowMs = Date.parse("2026-11-30T12:00:00Z");
	const { host, say, memory } = await openChat({ FOLDBACK_FOLD_TOKEN_BUDGET: "1" }, () => nowMs);
	await talk(say, 12);
	const spent = await memory();
	expect(spent.journal.filter(({ outcome }: { outcome: string }) => outcome === "saved")).toHaveLength(1);
	expect(spent.journal[0]).toMatchObject({ outcome: "failed", code: "rate-limited" });
	expect(await host.store.foldSpend.get("local", "2026-11-30")).toBeGreaterThan(1);
	expect(spent.absorbed + spent.backlog + spent.recent_window).toBe(24);
	nowMs += 86_400_000;
	await talk(say, 2);
	expect((await memory()).absorbed).toBeGreaterThan(spent.absorbed);
});

it("has no budget unless it is set", async () => {
	const { host, say } = await openChat({});
	await talk(say, 4);
	expect(await host.store.foldSpend.get("local", new Date().toISOString().slice(0, 10))).toBe(0);
});

/** Everything that a fold sends to the model. */
async function foldedText(setting: string): Promise<string> {
	const openai = await openOpenAI();
	const { say } = await openChat({ OPENAI_BASE_URL: openai.url, OPENAI_API_KEY: "k", FOLDBACK_MODEL: "m", FOLDBACK_REDACT: setting });
	for (;;) {
		const turn = say("My key is sk-12345 and my name is Ann.");
		const call = await openai.next();
		if (call.messages.some(({ content }) => JSON.stringify(content).includes("conversation_transcript"))) {
			call.finish('{"pinned": {}, "summary": "- Talked."}');
			(await openai.next()).finish("Noted.");
			await turn;
			return JSON.stringify(call.messages);
		}
		call.finish("Noted.");
		await turn;
	}
}

it("redacts what a fold sends by a list of patterns, a file of them, or a module", async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "patterns.txt"), "# keys\nsk-\\d+\n\n");
	writeFileSync(join(folder, "redact.mjs"), 'export const redact = (text) => text.replaceAll("sk-12345", "[redacted]");');
	for (const setting of ['["sk-\\\\d+"]', join(folder, "patterns.txt"), join(folder, "redact.mjs")]) {
		const text = await foldedText(setting);
		expect(text).toContain("[redacted]");
		expect(text).toContain("Ann");
		expect(text).not.toContain("sk-12345");
	}
});

it.each(["[1]", "[", "[]", '["("]', "/no/such/file"])("says what is wrong with FOLDBACK_REDACT=%s", async (setting) => {
	await expect(openTestHost({ FOLDBACK_REDACT: setting })).rejects.toThrow(/FOLDBACK_REDACT/);
});

it("deletes messages that are older than the retention, with what was remembered of them, and no others", async () => {
	let nowMs = Date.parse("2026-01-01T00:00:00Z");
	const { host, say, memory } = await openChat({}, () => nowMs);
	await talk(say, 6);
	expect((await memory()).state.pinned).toEqual({ city: "Bergen" });
	nowMs += 31 * 86_400_000;
	await say("A new remark.");
	await say("Another session.", "t");
	const { store, files, log } = host;
	expect(await expireOldMessages({ store, files, days: 30, log, now: () => nowMs })).toBe(12);
	expect((await messagesOf(host)).map(({ text }) => text)).toContain("A new remark.");
	expect(JSON.stringify([await messagesOf(host), (await memory()).state])).not.toContain("Bergen");
	expect(await expireOldMessages({ store, files, days: 30, log, now: () => nowMs })).toBe(0);
});

async function messagesOf(host: TestHost) {
	return host.store.messages.list("local", { sessionId: "s" });
}
