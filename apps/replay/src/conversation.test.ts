import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConversations, readConversations } from "./conversation.ts";

const good = JSON.stringify({ session: "a", messages: [{ role: "user", content: "hello" }], questions: [{ question: "?" }] });
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "foldback-replay-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("reads one session a line, skips blank lines and keeps what it does not know", async () => {
	const path = join(folder, "good.jsonl");
	await writeFile(path, `${good}\n\n${good.replace('"a"', '"b"')}\n`);
	const conversations = await readConversations(path);
	expect(conversations.map(({ session }) => session)).toEqual(["a", "b"]);
	expect(conversations[0]?.questions).toEqual([{ question: "?" }]);
});

test("a missing file, a folder and an empty file are told apart", async () => {
	await expect(readConversations(join(folder, "none.jsonl"))).rejects.toThrow(/Cannot read .*none\.jsonl: there is no such file/);
	await expect(readConversations(folder)).rejects.toThrow(/it is a folder/);
	const empty = join(folder, "empty.jsonl");
	await writeFile(empty, "\n");
	await expect(readConversations(empty)).rejects.toThrow(/holds no conversation/);
});

const bad = (change: (line: { session?: unknown; messages?: unknown }) => void): string => {
	const line: { session?: unknown; messages?: unknown } = { session: "z", messages: [{ role: "user", content: "x" }] };
	change(line);
	return `${good}\n${JSON.stringify(line)}`;
};

test.each([
	["not JSON", `${good}\n{"session":`, /^file line 2: not valid JSON/],
	["no session", bad((line) => delete line.session), /^file line 2: session: /],
	["no messages", bad((line) => delete line.messages), /^file line 2: messages: /],
	[
		"an unknown role",
		bad((line) => {
			line.messages = [
				{ role: "user", content: "x" },
				{ role: "robot", content: "y" },
			];
		}),
		/^file line 2: messages\.1\.role: /,
	],
	[
		"content that is a number",
		bad((line) => {
			line.messages = [{ role: "user", content: 7 }];
		}),
		/^file line 2: messages\.0\.content: /,
	],
	[
		"no user message with text",
		bad((line) => {
			line.messages = [{ role: "assistant", content: "x" }];
		}),
		/^file line 2: messages: holds no user message/,
	],
	["not an object", `${good}\n[]`, /^file line 2: \(the whole line\): /],
	["a name that comes twice", `${good}\n${good}`, /^file line 2: session: "a" is also on line 1/],
])("%s: the error names line and field", (_case, text, message) => {
	expect(() => parseConversations(text, "file")).toThrow(message);
});
