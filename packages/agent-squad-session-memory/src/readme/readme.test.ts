import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { temporaryPath } from "../folder.fixture.ts";
import { createMemoryChatStorage } from "../memory-chat-storage.ts";
import { chat, converse, createInstantSummarizer, textsOf, user } from "../summarizing.fixture.ts";
import { createScrubbedStorage } from "./compose.fixture.ts";
import "./own-storage.fixture.ts";
import { openStorage } from "./sqlite.fixture.ts";

/** Files here run in this test; those of the folder with the real `agent-squad` run with it. */
const folders = ["./", "../../../../integration/agent-squad/"];

test("every code block of the README is a file that compiles and runs", async () => {
	const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
	const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
	const files = await Promise.all(
		folders.map(async (folder) => {
			const url = new URL(folder, import.meta.url);
			const names = (await readdir(url)).filter((name) => name.endsWith(".ts"));
			return Promise.all(names.map((name) => readFile(new URL(name, url), "utf8")));
		}),
	);
	expect(blocks).toHaveLength(4);
	for (const block of blocks) expect(files.flat()).toContain(block);
});

test("the scrubbed storage stores no card number", async () => {
	const raw = createMemoryChatStorage();
	const storage = createScrubbedStorage(raw, createInstantSummarizer().summarizer);
	await storage.saveChatMessage(...chat, user("pay with 4111 1111 1111 1111, order 12"));
	expect(textsOf(await raw.fetchChat(...chat))).toEqual(["pay with [card], order 12"]);
});

test("the storage in two files is warm after a restart", async () => {
	const folder = dirname(temporaryPath());
	const { summarizer, calls } = createInstantSummarizer();
	const first = await openStorage(folder, summarizer);
	await converse(first.storage, chat, 21);
	const view = await first.storage.fetchChat(...chat);
	await first.close();
	const second = await openStorage(folder, summarizer);
	expect(await second.storage.fetchChat(...chat)).toEqual(view);
	expect(calls).toHaveLength(1);
	await second.close();
});

test("installing the workspace does not bring the npm package agent-squad along", async () => {
	const lockfile = await readFile(new URL("../../../../pnpm-lock.yaml", import.meta.url), "utf8");
	expect(lockfile).toContain("packages/agent-squad-session-memory:");
	expect(lockfile).not.toMatch(/^\s+'?agent-squad['@:]/m);
});
