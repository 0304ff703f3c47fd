import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHeld } from "@foldback/session-compressor/testing";
import { openSqliteStateStore } from "@foldback/session-store/sqlite-states";
import { HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWorld, textsOf, type WorldOptions } from "./agent.fixture.ts";

let folder: string;
const closers: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "foldback-"));
});
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
	rmSync(folder, { recursive: true });
});

const thread = { flowId: "", userId: "", sessionId: "t", contextId: "" };

/** An agent whose checkpoints and memory are files, as after a restart each time it is called. */
async function open(options: WorldOptions = {}) {
	const checkpointer = SqliteSaver.fromConnString(join(folder, "checkpoints.sqlite"));
	const store = await openSqliteStateStore({ path: join(folder, "memory.sqlite") });
	closers.push(() => void checkpointer.db.close(), store.close);
	const world = createWorld({ checkpointer, ...options, store });
	/** The configuration of the checkpoint after which the thread held so many messages and no task was left. */
	const checkpointOf = async (count: number) => {
		for await (const { values, next, config } of world.agent.graph.getStateHistory({ configurable: { thread_id: "t" } })) {
			if (next.length === 0 && values.messages.length === count) return config.configurable ?? {};
		}
		throw new Error(`No checkpoint with ${count} messages.`);
	};
	const askTimes = async (first: number, last: number, configurable?: Record<string, unknown>) => {
		for (let turn = first; turn <= last; turn += 1) await world.ask(`q${turn}`, configurable);
	};
	const types = () => world.events.map(({ type }) => type);
	return { ...world, checkpointOf, askTimes, types };
}

test("goes on where it was after a restart, with checkpoints and memory in SQLite", async () => {
	const before = await open();
	await before.askTimes(1, 6);
	const after = await open();
	await after.ask("q7");
	expect(textsOf(after.sent())[0]).toBe("summary");
	expect(after.sent()[0]?.text).toContain("- q1");
	expect(after.types()).not.toContain("invalidated");
	expect(after.folding.batches.flat()).toHaveLength(4);
});

describe("a fork from a checkpoint before the cursor", () => {
	test("has a row of its own; the thread's own is untouched and valid when one comes back", async () => {
		const { askTimes, ask, checkpointOf, store, sent, folding, types, violations } = await open();
		await askTimes(1, 12);
		const main = await store.load(thread);
		expect(main?.absorbedCount).toBeGreaterThan(14);
		const head = await checkpointOf(24);

		const from = await checkpointOf(10);
		await ask("other 1", from);
		expect(
			sent()
				.map(({ text }) => text)
				.join("\n"),
		).not.toMatch(/\bq(6|7|8|9|10|11|12)\b/);
		expect(
			sent()
				.map(({ text }) => text)
				.join("\n"),
		).toContain("q1");
		for (let turn = 2; turn <= 10; turn += 1) await ask(`other ${turn}`);
		expect(sent()[0]?.text).toContain("- other 1");
		expect(sent()[0]?.text).not.toMatch(/\bq(6|7|8|9|10|11|12)\b/);
		expect(await store.load(thread)).toEqual(main);
		expect(await store.load({ ...thread, contextId: "fork:1" })).toMatchObject({ absorbedCount: expect.any(Number) });

		const folds = folding.requests.length;
		await ask("back", head);
		expect(sent()[0]?.text).toContain("- q6");
		expect(sent()[0]?.text).not.toContain("other");
		expect(folding.requests.length - folds).toBeLessThanOrEqual(1);
		expect(types()).not.toContain("invalidated");
		expect(violations()).toEqual([]);
	});

	test("takes over what both have in common, without a model call", async () => {
		const { askTimes, ask, checkpointOf, folding, store } = await open();
		await askTimes(1, 12);
		const folds = folding.requests.length;
		await ask("other", await checkpointOf(14));
		expect(folding.requests.length).toBe(folds);
		const fork = await store.load({ ...thread, contextId: "fork:1" });
		expect(fork?.absorbedCount).toBe(12);
		expect(fork?.summary).toContain("- q6");
		expect(fork?.summary).not.toContain("- q7");
	});

	test("two forks and the thread, in turns: nobody reads another's memory", async () => {
		const world = await open();
		const { askTimes, ask, checkpointOf, sent, types, store } = world;
		await askTimes(1, 12);
		const main = await store.load(thread);
		const from = await checkpointOf(10);
		const heads: Record<string, Record<string, unknown>> = { left: from, right: from };
		for (let turn = 1; turn <= 8; turn += 1) {
			for (const name of ["left", "right"]) {
				await ask(`${name} ${turn}`, heads[name]);
				heads[name] = await newest();
				expect(
					sent()
						.map(({ text }) => text)
						.join("\n"),
				).not.toContain(name === "left" ? "right" : "left");
			}
		}
		expect(sent()[0]?.text).toContain("- right 1");
		expect(await store.load(thread)).toEqual(main);
		expect(types()).not.toContain("invalidated");

		async function newest() {
			const { agent } = world;
			for await (const { config } of agent.graph.getStateHistory({ configurable: { thread_id: "t" } }, { limit: 1 })) return config.configurable ?? {};
			throw new Error("No checkpoint.");
		}
	});
});

describe("a thread that is changed in place folds again", () => {
	test("an absorbed message is edited", async () => {
		const { askTimes, ask, agent, sent, types, store } = await open();
		await askTimes(1, 6);
		const config = { configurable: { thread_id: "t" } };
		const { values } = await agent.graph.getState(config);
		await agent.graph.updateState(config, { messages: [new HumanMessage({ id: values.messages[0].id, content: "edited" })] });
		await ask("q7");
		expect(types()).toContain("invalidated");
		expect(
			sent()
				.map(({ text }) => text)
				.join("\n"),
		).not.toContain("- q1");
		expect(JSON.stringify(await store.load(thread))).not.toContain("- q1");
		expect(JSON.stringify(await store.journal?.list(thread))).not.toContain("- q1");
		await ask("q8");
		expect(
			sent()
				.map(({ text }) => text)
				.join("\n"),
		).toContain("edited");
	});

	test.each([0, 1, 3])("absorbed message %i is removed", async (place) => {
		const { askTimes, ask, agent, sent } = await open();
		await askTimes(1, 6);
		const config = { configurable: { thread_id: "t" } };
		const { values } = await agent.graph.getState(config);
		const { id, text } = values.messages[place];
		await agent.graph.updateState(config, { messages: [new RemoveMessage({ id })] });
		await ask("q7");
		await ask("q8");
		expect(sent().flatMap((message) => message.text.split("\n"))).not.toContain(`- ${text}`);
		expect(textsOf(sent())).not.toContain(text);
	});

	test("the last answer is regenerated", async () => {
		const { askTimes, agent, sent, checkpointOf, types } = await open();
		await askTimes(1, 6);
		const before = textsOf(sent());
		const { values } = await agent.graph.getState({ configurable: { thread_id: "t" } });
		await agent.invoke({ messages: [new HumanMessage({ id: values.messages[10].id, content: "q6" })] }, { configurable: await checkpointOf(10) });
		expect(textsOf(sent())).toEqual(before);
		expect(types()).not.toContain("invalidated");
	});
});

test("two runs at once on one thread fold once, and each sees its own question only", async () => {
	const { askTimes, ask, folding, model, violations } = await open();
	await askTimes(1, 4);
	const asked = model.requests.length;
	const hold = createHeld();
	folding.next({ hold });
	const runs = [ask("left"), ask("right")];
	await hold.reached;
	hold.release();
	await Promise.all(runs);
	expect(folding.requests).toHaveLength(1);
	const requests = model.requests.slice(asked).map(textsOf);
	expect(requests.map((texts) => texts[0])).toEqual(["summary", "summary"]);
	expect(requests.map((texts) => texts.at(-1)).toSorted()).toEqual(["left", "right"]);
	expect(violations()).toEqual([]);
});
