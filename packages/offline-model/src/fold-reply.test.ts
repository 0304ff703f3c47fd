import { buildFoldRequest, countWords, type PinnedKey, readFoldReply, type SessionMessage } from "@foldback/session-compressor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { facts, smallTalk, statement } from "./facts.fixture.ts";
import { createOfflineModel } from "./offline-model.ts";

interface Memory {
	readonly summary: string;
	readonly pinned: Readonly<Record<string, string>>;
}

const empty: Memory = { summary: "", pinned: {} };

/** Folds texts, user and assistant in turn, and merges what came out. */
async function fold(texts: readonly string[], keys: readonly PinnedKey[], before: Memory = empty, summaryWords = 300): Promise<Memory> {
	const messages = texts.map(
		(text, index): SessionMessage => ({
			id: `m${index}`,
			revision: 0,
			role: index % 2 === 0 ? "user" : "assistant",
			text,
			timestampMs: 1_800_000_000_000 + index,
		}),
	);
	const request = buildFoldRequest({ messages, ...before, knownKeys: keys, maxMessageChars: 4000, summaryWords });
	const reply = await createOfflineModel().invoke([
		["system", request.system],
		["human", request.user],
	]);
	const read = readFoldReply({ text: reply.text, model: "offline-demo", finishReason: String(reply.response_metadata.finish_reason) });
	if (!read.accepted) throw new Error(`The fold was not accepted: ${read.code}`);
	return {
		summary: read.summary,
		pinned: { ...before.pinned, ...Object.fromEntries(Object.entries(read.pinned).filter((entry) => entry[1] !== null)) } as Memory["pinned"],
	};
}

const key = (name: string, description = ""): PinnedKey => ({ name, description });
const filler = smallTalk.flatMap((text) => [text, "Noted."]);

describe("pinned values", () => {
	test("are found whatever the key, the value and the way they are put; keys that nobody mentions stay out", async () => {
		await fc.assert(
			fc.asyncProperty(facts(2), statement, fc.constantFrom("", "_id", "_name"), async ([said, other], say, suffix) => {
				if (said === undefined || other === undefined) return;
				const { pinned } = await fold([...filler, say(said), "Noted.", ...filler], [key(`${said.thing}${suffix}`), key(other.thing)]);
				expect(pinned).toEqual({ [`${said.thing}${suffix}`]: said.value });
			}),
			{ numRuns: 60 },
		);
	});

	test("of the story: project and cluster, with a log that names the cluster on every line", async () => {
		const log = Array.from({ length: 80 }, (_, index) => `2026-01-01T00:00:${index} ERROR cluster node ${index} is down`).join("\n");
		const { pinned } = await fold(
			["I'm working on project PRJ-123 on the EU cluster.", "Noted.", log, "Restart the US cluster?"],
			[key("project_id"), key("cluster")],
		);
		expect(pinned).toEqual({ project_id: "PRJ-123", cluster: "EU" });
	});

	test("are helped by the description", async () => {
		expect((await fold(["Our region is eu-west-3."], [key("location", "the region of the customer")])).pinned).toEqual({ location: "eu-west-3" });
		expect((await fold(["Our region is eu-west-3."], [key("location")])).pinned).toEqual({});
	});

	test("follow a correction and stay when nothing new is said", async () => {
		const keys = [key("cluster")];
		const first = await fold(["We are on the EU cluster.", "Noted."], keys);
		const second = await fold(filler, keys, first);
		const third = await fold(["We moved: our cluster is US-2.", "Noted."], keys, second);
		expect([first.pinned, second.pinned, third.pinned]).toEqual([{ cluster: "EU" }, { cluster: "EU" }, { cluster: "US-2" }]);
	});

	test("follow a correction within one batch, but not a passing mention that is less sure", async () => {
		expect((await fold(["Our cluster is EU-1.", "Noted.", "Correction: our cluster is US-2."], [key("cluster")])).pinned).toEqual({ cluster: "US-2" });
		expect((await fold(["Our cluster is EU-1.", "Noted.", "Restarted the backup cluster."], [key("cluster")])).pinned).toEqual({ cluster: "EU-1" });
	});

	test("are not taken from questions, negations or an assistant's guess against the user's word", async () => {
		expect((await fold(["Is it the US cluster?", "Noted."], [key("cluster")])).pinned).toEqual({});
		expect((await fold(["We are on the EU cluster.", "So your cluster is US-9."], [key("cluster")])).pinned).toEqual({ cluster: "EU" });
	});

	test("work for keys with odd names", async () => {
		const { pinned } = await fold(["__proto__: x1, and constructor: y2."], [key("constructor")]);
		expect(Object.hasOwn(pinned, "constructor")).toBe(true);
	});
});

describe("the summary", () => {
	test("keeps a stated fact through ten folds of talk", async () => {
		await fc.assert(
			fc.asyncProperty(facts(1), statement, async ([fact], say) => {
				if (fact === undefined) return;
				let memory = await fold([`Hello. ${say(fact)}`, "Noted."], []);
				for (let round = 0; round < 10; round += 1) memory = await fold([`Round ${round} of checks went fine.`, "Good to hear.", ...filler], [], memory);
				expect(memory.summary).toContain(fact.value);
			}),
			{ numRuns: 20 },
		);
	});

	test("stays within its words and is never empty", async () => {
		const long = Array.from({ length: 60 }, (_, index) => `My item number ${index} is X-${index} and it lives in room ${index} of house B.`);
		for (const words of [20, 100]) {
			const { summary } = await fold(long, [], empty, words);
			expect(countWords(summary)).toBeLessThanOrEqual(words);
			expect(summary).toMatch(/^- /);
		}
		expect((await fold(["ok"], [])).summary).not.toBe("");
	});

	test("says who said it", async () => {
		const { summary } = await fold(["My bagul is RR-1.", "Then your tarok must be ZZ-4."], []);
		expect(summary).toContain("User: My bagul is RR-1.");
		expect(summary).toContain("Assistant: Then your tarok must be ZZ-4.");
	});
});

test("a chat that only talks about such JSON is not folded", async () => {
	const reply = await createOfflineModel().invoke('What does {"pinned": {}, "summary": ""} mean?');
	expect(reply.text).toContain("found nothing");
});
