import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startTestHost, type TestHost } from "@foldback/e2e/support/test-host";
import { createTokenCounter, type RecordedEndpoint, readConversations, replay, startRecordedEndpoint, type TurnReport } from "@foldback/replay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { corpusFolder } from "./corpus-folder.ts";

const folder = corpusFolder("conversations");
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const countTokens = createTokenCounter();
let host: TestHost;
let endpoint: RecordedEndpoint;

beforeAll(async () => {
	endpoint = await startRecordedEndpoint(0, countTokens);
	host = await startTestHost({ OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: "replay" });
});
afterAll(async () => {
	await host?.end();
	await endpoint?.close();
});

test("there are conversations to replay", () => {
	expect(files.length).toBeGreaterThanOrEqual(2);
});

test.each(files)("%s replays, and after every turn each row is absorbed, sent or uncovered", async (file) => {
	const conversations = await readConversations(join(folder, file));
	const turns: TurnReport[] = [];
	const reports = await replay({
		hostUrl: host.url,
		endpoint,
		conversations,
		limit: Number.MAX_SAFE_INTEGER,
		recentMessages: 10,
		pinnedKeys: [],
		jobs: 4,
		countTokens,
		onTurn: (turn) => turns.push(turn),
	});
	expect(reports.map(({ session }) => session)).toEqual(conversations.map(({ session }) => session));
	expect(turns.flatMap(({ session, turn, violations }) => violations.map((violation) => `${session}, turn ${turn}: ${violation}`))).toEqual([]);
	// Folds end between two turns here, so nothing is ever left out.
	expect(Math.max(...turns.map(({ uncovered }) => uncovered))).toBe(0);
	expect(turns.reduce((total, { folds }) => total + folds, 0)).toBeGreaterThan(0);
});
