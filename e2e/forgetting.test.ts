import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostClient, type HostProcess, startHostProcess } from "@foldback/replay";
import { type OwnPostgres, startOwnPostgres } from "@foldback/testing/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, folded, type PlantedChat, plant, say, sessionId, told } from "./support/forgetting/chat.ts";
import { type PlantedModel, startPlantedModel } from "./support/forgetting/planted-model.ts";
import { columnsWith, filesWith } from "./support/forgetting/search-storage.ts";

const ok = expect.toSatisfy((status: number) => status >= 200 && status < 300);

/** Every way to forget, each against a host that is not the one that folded. */
const ways: readonly { readonly name: string; readonly forget: (url: string, chat: PlantedChat) => Promise<{ readonly status: number }> }[] = [
	{ name: "delete the message", forget: (url, { plantedIds }) => call(url, "DELETE", "/api/v1/monitor/messages", plantedIds) },
	{
		name: "edit the message",
		forget: (url, { plantedIds }) => call(url, "PUT", `/api/v1/monitor/messages/${plantedIds[0]}`, { text: "Something else.", files: [], content_blocks: [] }),
	},
	{ name: "clear the session", forget: (url, { allIds }) => call(url, "DELETE", "/api/v1/monitor/messages", allIds) },
	{ name: "delete the session", forget: (url) => call(url, "DELETE", `/api/v1/monitor/messages/session/${sessionId}`) },
	{ name: "delete several sessions", forget: (url) => call(url, "DELETE", "/api/v1/monitor/messages/sessions", [sessionId]) },
	{ name: "delete the flow", forget: (url, { flowId }) => call(url, "DELETE", `/api/v1/flows/${flowId}`) },
	{ name: "delete my chats", forget: (url) => call(url, "DELETE", "/api/v1/users/me/data?confirm=chats") },
	{ name: "delete everything of mine", forget: (url) => call(url, "DELETE", "/api/v1/users/me/data?confirm=everything") },
];

/** Goes on until the model is asked to fold again, if the chat is still there. */
async function talkOn(url: string, flowId: string): Promise<void> {
	for (const text of ["One more thing.", "That is all."]) await say(url, flowId, text);
	await folded(url, flowId);
}

describe.each(["SQLite", "Postgres"] as const)("a word that was planted in a chat on %s", (kind) => {
	let model: PlantedModel;
	let postgres: OwnPostgres | undefined;
	let dataDir: string;
	let first: HostProcess;
	let second: HostProcess;
	let env: Readonly<Record<string, string>>;
	const words: string[] = [];

	beforeAll(async () => {
		[model, dataDir] = await Promise.all([startPlantedModel(), mkdtemp(join(tmpdir(), "foldback-e2e-"))]);
		postgres = kind === "Postgres" ? await startOwnPostgres() : undefined;
		env = {
			OPENAI_BASE_URL: model.url,
			OPENAI_API_KEY: "none",
			FOLDBACK_MODEL: "chat",
			FOLDBACK_FOLD_THRESHOLD: "2",
			FOLDBACK_SECRET_KEY: "the same for both hosts",
			...(postgres ? { DATABASE_URL: postgres.url } : {}),
		};
		first = await startHostProcess({ dataDir, env });
		second = await startHostProcess({ dataDir, env });
	});
	afterAll(async () => {
		await Promise.all([first?.stop(), second?.stop()]);
		await postgres?.stop();
		await model?.close();
		await rm(dataDir, { recursive: true, force: true });
	});

	const stored = async (word: string) => [...(postgres ? await columnsWith(postgres.url, word) : []), ...(await filesWith(dataDir, word))];

	/** Where the word is found but in earlier requests of the model. */
	async function whereIs(chat: PlantedChat, requestsBefore: number): Promise<readonly string[]> {
		const { word } = chat;
		const answers = await Promise.all([first, second].map(({ url }) => told(url, chat)));
		return [
			...(await stored(word)),
			...answers.filter((text) => text !== ""),
			...[first, second].map((host) => host.output()).filter((text) => text.includes(word)),
			...model.requests.slice(requestsBefore).filter((text) => text.includes(word)),
		];
	}

	test.each(ways)("is found nowhere after: $name", async ({ name, forget }) => {
		const chat = await plant(first.url, name);
		words.push(chat.word);
		const { state, journal } = await createHostClient(first.url).memory(chat.flowId, sessionId);
		expect(JSON.stringify([state?.summary, state?.pinned])).toContain(`"code":"${chat.word}`);
		expect(JSON.stringify(journal)).toContain(chat.word);
		expect((await stored(chat.word)).length).toBeGreaterThan(1);
		const before = await told(second.url, chat);
		for (const path of ["users/me/export", "monitor/session-memory", "monitor/messages/export", `monitor/runs/${chat.runId}`, "files/list"])
			expect(before).toContain(path);
		expect((await forget(second.url, chat)).status).toEqual(ok);
		const requestsBefore = model.requests.length;
		await talkOn(first.url, chat.flowId);
		await expect.poll(() => whereIs(chat, requestsBefore), { timeout: 60_000 }).toEqual([]);
	});

	test("is in no later request of the model when it was forgotten while another host was folding it, and that fold fails or ends", async () => {
		const held = [
			["delete the message", 500],
			["delete the session", undefined],
			["delete my chats", undefined],
		] as const;
		for (const [name, status] of held) {
			const chat = await plant(first.url, name);
			words.push(chat.word);
			const scope = `flow_id=${chat.flowId}&session_id=${sessionId}`;
			await call(first.url, "DELETE", `/api/v1/monitor/session-memory?${scope}`);
			const { arrived, release } = model.holdFold(chat.word);
			// Its answer comes before the fold that it makes due.
			await say(first.url, chat.flowId, "Go on.");
			await arrived;
			expect((await ways.find((way) => way.name === name)?.forget(second.url, chat))?.status).toEqual(ok);
			const requestsBefore = model.requests.length;
			release(status);
			if (status !== undefined) {
				const outcomes = async () => (await createHostClient(first.url).memory(chat.flowId, sessionId)).journal.map(({ outcome }) => outcome);
				await expect.poll(outcomes, { timeout: 60_000 }).toEqual(["failed"]);
				// Ends the back-off, so that the next turn tries again at once.
				await call(first.url, "DELETE", `/api/v1/monitor/session-memory?${scope}`);
			}
			await talkOn(first.url, chat.flowId);
			await expect.poll(() => whereIs(chat, requestsBefore), { timeout: 60_000 }).toEqual([]);
		}
	});

	test("is found nowhere after the output of a tool that held it was removed, and after it has become too old", async () => {
		const chat = await plant(first.url, "tool");
		const [tool, old] = [`${chat.word}tool`, `${chat.word}old`];
		words.push(tool, old);
		const lines = [
			{ text: `Long ago: ${old}`, sender: "User", timestamp: "2020-01-01 12:00:00.000000 UTC" },
			{ text: "The tool was used.", sender: "Machine", content_blocks: [{ title: "Agent Steps", contents: [{ type: "tool_use", output: tool }] }] },
		];
		const scope = `flow_id=${chat.flowId}&session_id=${sessionId}`;
		await call(first.url, "POST", `/api/v1/monitor/messages/import?${scope}`, lines.map((line) => JSON.stringify(line)).join("\n"), {
			"content-type": "application/x-ndjson",
		});
		const row = (await createHostClient(first.url).messages(chat.flowId, sessionId)).find((each) => JSON.stringify(each).includes(tool));
		expect((await call(second.url, "PUT", `/api/v1/monitor/messages/${row?.id}`, { content_blocks: [] })).status).toBe(200);
		const requestsBefore = model.requests.length;
		await expect.poll(() => whereIs({ ...chat, word: tool }, requestsBefore), { timeout: 60_000 }).toEqual([]);
		await say(first.url, chat.flowId, "One more thing.");
		await folded(first.url, chat.flowId);
		expect((await whereIs({ ...chat, word: old }, requestsBefore)).length).toBeGreaterThan(2);
		await second.stop();
		second = await startHostProcess({ dataDir, env: { ...env, FOLDBACK_RETENTION_DAYS: "1" } });
		await second.printed("messages-expired");
		const requestsAfter = model.requests.length;
		await say(first.url, chat.flowId, "One more thing.");
		await expect.poll(() => whereIs({ ...chat, word: old }, requestsAfter), { timeout: 60_000 }).toEqual([]);
	});

	test("is in no file once the hosts have stopped", async () => {
		for (const host of [first, second]) expect(await host.stop()).toBe(0);
		expect(words.length).toBeGreaterThan(10);
		for (const word of words) expect({ word, found: await filesWith(dataDir, word) }).toEqual({ word, found: [] });
	});
});
