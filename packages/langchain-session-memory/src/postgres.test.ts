import { createHeld } from "@foldback/session-compressor/testing";
import { openPostgresStateStore } from "@foldback/session-store/postgres-states";
import { MemorySaver } from "@langchain/langgraph";
import { expect, inject, onTestFinished, test } from "vitest";
import { createWorld, textsOf } from "./agent.fixture.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Superuser URL of this run's server. */
		postgresUrl: string;
	}
}

/** Two agents as in two processes: they share the checkpoints and the database, nothing else. */
async function openTwo(threadId: string) {
	const checkpointer = new MemorySaver();
	const open = async () => {
		const store = await openPostgresStateStore({ url: inject("postgresUrl"), maxConnections: 2 });
		onTestFinished(() => store.close());
		const world = createWorld({ checkpointer, store, pinnedKeys: ["city"] });
		return { ...world, ask: (text: string) => world.ask(text, { thread_id: threadId }), types: () => world.events.map(({ type }) => type) };
	};
	return { left: await open(), right: await open(), scope: { flowId: "", userId: "", sessionId: threadId, contextId: "" } };
}

test("an agent goes on with what another has folded, pinned keys included", async () => {
	const { left, right } = await openTwo("goes on");
	await left.ask("city: Graz");
	for (let turn = 2; turn <= 6; turn += 1) await left.ask(`q${turn}`);
	await right.ask("q7");
	expect(right.sent()[0]?.text).toContain("Key facts:\n- city: Graz");
	expect(right.sent()[0]?.text).toContain("- q2");
	expect(textsOf(right.sent()).at(-1)).toBe("q7");
	const ids = [...left.folding.batches, ...right.folding.batches].flat();
	expect(ids.length).toBeGreaterThan(3);
	expect(new Set(ids).size).toBe(ids.length);
	expect(right.types()).not.toContain("invalidated");
	expect([...left.violations(), ...right.violations()]).toEqual([]);
});

test("of two agents that fold one thread at once, one saves and both go on with it", async () => {
	const { left, right, scope } = await openTwo("at once");
	for (let turn = 1; turn <= 4; turn += 1) await left.ask(`q${turn}`);
	const hold = createHeld();
	left.folding.next({ hold });
	const run = left.ask("left");
	await hold.reached;
	await right.ask("right");
	const saved = await right.store.load(scope);
	hold.release();
	await run;
	expect([...left.types(), ...right.types()].filter((type) => type === "fold-saved")).toHaveLength(1);
	expect(left.types()).toContain("fold-lost");
	expect(saved?.absorbedCount).toBe(4);
	expect(await left.store.load(scope)).toEqual(saved);
	const window = ["summary", "q3", "answer to q3", "q4", "answer to q4", "left"];
	expect(textsOf(left.sent())).toEqual(window);
	// The question that left is still at is in the checkpoint already.
	expect(textsOf(right.sent())).toEqual([...window, "right"]);
});
