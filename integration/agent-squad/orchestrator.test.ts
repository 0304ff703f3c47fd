/** The real orchestrator of the npm package `agent-squad` over Foldback's storages. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSummarizer, mappingText } from "@foldback/agent-squad-session-memory";
import { SummarizingChatStorage, TransformingChatStorage, toAgentSquadStorage } from "@foldback/agent-squad-session-memory/agent-squad";
import { testChatStorage } from "@foldback/agent-squad-session-memory/conformance";
import { openSqliteChatStorage } from "@foldback/agent-squad-session-memory/sqlite";
import { AgentSquad, type ChatStorage, InMemoryChatStorage } from "agent-squad";
import { describe, expect, onTestFinished, test } from "vitest";
import { ScriptedAgent, ScriptedClassifier, StreamingAgent, textsOf } from "./scripted.ts";

const silent = { info: () => undefined, debug: () => undefined, log: () => undefined, warn: () => undefined, error: () => undefined };

function createSquad(storage: ChatStorage) {
	const classifier = new ScriptedClassifier();
	const orchestrator = new AgentSquad({ storage, classifier, logger: silent });
	const tech = new ScriptedAgent({ name: "tech", description: "computers" });
	const travel = new ScriptedAgent({ name: "travel", description: "journeys" });
	const live = new StreamingAgent({ name: "live", description: "streams" });
	for (const agent of [tech, travel, live]) orchestrator.addAgent(agent);
	const ask = (input: string) => orchestrator.routeRequest(input, "ann", "session 1");
	return { classifier, tech, travel, ask };
}

/** A summary model that reports how many messages each call was given, and pins the project. */
function createModel() {
	const batches: number[] = [];
	const summarizer = createSummarizer({
		model: async (request) => {
			batches.push(request.messages.length);
			const project = /PRJ-\d+/.exec(request.user)?.[0];
			return { text: JSON.stringify({ pinned: project ? { project } : {}, summary: `- ${request.messages.length} messages absorbed` }), model: "script" };
		},
		pinnedKeys: ["project: what the user works on"],
	});
	return { summarizer, batches };
}

async function inner(kind: "the package's in-memory storage" | "SqliteChatStorage"): Promise<ChatStorage> {
	if (kind === "the package's in-memory storage") return new InMemoryChatStorage();
	const folder = mkdtempSync(join(tmpdir(), "foldback-orchestrator-"));
	const storage = await openSqliteChatStorage({ path: join(folder, "chats.db") });
	onTestFinished(async () => {
		await storage.close();
		rmSync(folder, { recursive: true, force: true });
	});
	return toAgentSquadStorage(storage);
}

describe.each(["the package's in-memory storage", "SqliteChatStorage"] as const)("60 exchanges across two agents over %s", (kind) => {
	test("the classifier sees the full raw history, the agents see summary and recent messages", async () => {
		const wrapping = await inner(kind);
		const { summarizer, batches } = createModel();
		const { classifier, tech, travel, ask } = createSquad(new SummarizingChatStorage({ wrapping, summarizer, triggerAt: 5, keepLast: 2 }));
		const raw: string[] = [];
		for (let place = 1; place <= 60; place += 1) {
			const agent = place % 2 === 1 ? "tech" : "travel";
			const input = place === 1 ? "tech asks 1: my project is PRJ-123" : `${agent} asks ${place}`;
			const response = await ask(input);
			expect(response.output).toBe(`${agent} answers ${input}`);
			const seen = textsOf(classifier.seen.at(-1) ?? []);
			// The package's storage orders by milliseconds, so that messages of one millisecond may change places.
			if (kind === "SqliteChatStorage") expect(seen).toEqual(raw);
			else expect(seen.sort()).toEqual([...raw].sort());
			raw.push(input, `[${agent}] ${agent} answers ${input}`);
		}
		for (const agent of [tech, travel]) {
			expect(agent.seen).toHaveLength(30);
			// Never more than the threshold, and from the sixth question on always the summary first.
			for (const [place, { history }] of agent.seen.entries()) {
				expect(history.length).toBeLessThanOrEqual(10);
				const roles: string[] = history.map(({ role }) => role);
				expect(roles).toEqual(history.map((_, at) => (at % 2 === 0 ? "user" : "assistant")));
				if (place > 0) expect(textsOf(history).at(-1)).toBe(`${agent.name} answers ${agent.seen[place - 1]?.input}`);
				if (place > 5) expect(textsOf(history)[0]).toMatch(/^Here is a summary of the conversation to date:/);
			}
		}
		expect(textsOf(tech.seen.at(-1)?.history ?? [])[0]).toContain("- project: PRJ-123");
		expect(textsOf(travel.seen.at(-1)?.history ?? [])[0]).not.toContain("PRJ-123");
		expect(textsOf(await wrapping.fetchChat("ann", "session 1", "tech"))).toHaveLength(60);
		// A fold every few exchanges, not at every turn.
		expect(batches.length).toBeGreaterThan(10);
		expect(batches.length).toBeLessThan(24);
	});
});

test("what a TransformingChatStorage outermost replaces reaches neither agents, classifier nor the raw history", async () => {
	const wrapping = await inner("SqliteChatStorage");
	const { summarizer } = createModel();
	const transform = mappingText((text) => text.replaceAll("4111-1111", "[card]"));
	const storage = new TransformingChatStorage({ transform, wrapping: new SummarizingChatStorage({ wrapping, summarizer, triggerAt: 3 }) });
	const { classifier, tech, ask } = createSquad(storage);
	for (let place = 1; place <= 10; place += 1) await ask(`tech asks ${place} with card 4111-1111`);
	const stored = JSON.stringify([tech.seen.map(({ history }) => history), classifier.seen, await wrapping.fetchChat("ann", "session 1", "tech")]);
	expect(stored).not.toContain("4111");
	expect(stored).toContain("[card]");
});

test("a summarizer that fails with `keep` never turns an answer into an error", async () => {
	const failing = async () => {
		throw new Error("overloaded");
	};
	const wrapping = new InMemoryChatStorage();
	const { ask } = createSquad(new SummarizingChatStorage({ wrapping, summarizer: failing, triggerAt: 3, onSummarizerError: "keep" }));
	for (let place = 1; place <= 20; place += 1) expect((await ask(`tech asks ${place}`)).output).toBe(`tech answers tech asks ${place}`);
	expect(await wrapping.fetchChat("ann", "session 1", "tech")).toHaveLength(40);
});

test("streamed answers are stored like others", async () => {
	const storage = new SummarizingChatStorage({ wrapping: new InMemoryChatStorage(), summarizer: createModel().summarizer, triggerAt: 3 });
	const { ask } = createSquad(storage);
	for (let place = 1; place <= 6; place += 1) {
		const { output } = await ask(`live asks ${place}`);
		if (typeof output === "string") throw new Error(`The answer is not a stream: ${output}`);
		for await (const _ of output);
	}
	await expect.poll(async () => textsOf(await storage.fetchChat("ann", "session 1", "live")).at(-1)).toBe("live streams live asks 6");
	expect(textsOf(await storage.fetchChat("ann", "session 1", "live"))[0]).toMatch(/^Here is a summary/);
});

/** What the package's own storage can do; wrapped it must not be able to do less. */
const capabilities = { declinesSameRole: true };
const identity = { transform: mappingText((text) => text) };
const summarizing = (wrapping: ChatStorage) => new SummarizingChatStorage({ wrapping, summarizer: createModel().summarizer });
const transforming = (wrapping: ChatStorage) => new TransformingChatStorage({ ...identity, wrapping });

for (const [name, wrap] of Object.entries({
	alone: (wrapping: ChatStorage) => wrapping,
	summarizing,
	transforming,
	"summarizing over transforming": (wrapping: ChatStorage) => summarizing(transforming(wrapping)),
	"transforming over summarizing": (wrapping: ChatStorage) => transforming(summarizing(wrapping)),
})) {
	testChatStorage(test, { name: `the package's in-memory storage, ${name}`, open: async () => ({ storage: wrap(new InMemoryChatStorage()) }), capabilities });
}
