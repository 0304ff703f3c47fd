import { describe, expect, test } from "vitest";
import { createSessionCompressor } from "./create-compressor.ts";
import type { SessionStateStore } from "./session-state-store.ts";
import { idsFrom, idsOf, scope, setUp } from "./set-up.fixture.ts";

const broken: SessionStateStore = {
	load: () => Promise.reject(new Error("The database is gone.")),
	save: () => Promise.reject(new Error("The database is gone.")),
	delete: () => Promise.reject(new Error("The database is gone.")),
};

describe("without a usable state store", () => {
	test("no store: the newest N, and an event that says why", async () => {
		const { log, clock, model, say, events } = setUp();
		const onEvent = events.push.bind(events);
		const compressor = createSessionCompressor({ source: log.source, clock, summarizer: model.summarizer, recentMessages: 4, onEvent });
		say(30);
		const view = await compressor.recall(scope, { exclude: "m30" });
		expect(idsOf(view.messages)).toEqual(idsFrom(26, 29));
		expect(view).toMatchObject({ summary: undefined, state: undefined, uncovered: 25, backlog: 0, foldDue: false });
		expect(await compressor.fold(scope)).toEqual({ outcome: "no-store" });
		expect(await compressor.rebuild(scope)).toEqual({ outcome: "no-store" });
		expect(events.map(({ type }) => type)).toEqual(["no-store", "no-store", "no-store"]);
		await expect(compressor.override(scope, { city: "Graz" }, "absent")).rejects.toThrow(/state store/);
		expect(model.requests).toEqual([]);
	});

	test("a store that fails to load: the newest N, and an event", async () => {
		const { say, another, events, model } = setUp();
		say(30);
		const compressor = another({ store: broken });
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(27, 30));
		expect(view).toMatchObject({ uncovered: 26, foldDue: false });
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "failed", code: "server-error" });
		expect(events).toEqual([
			{ scope, type: "store-failed", operation: "load" },
			{ scope, type: "store-failed", operation: "load" },
		]);
		expect(model.requests).toEqual([]);
	});

	test("a store that fails to save: the turn goes on, and the next call waits", async () => {
		const { say, another, store, events, model, clock } = setUp();
		say(8);
		const compressor = another({ store: { ...store, save: broken.save } });
		const view = await compressor.recall(scope);
		expect(idsOf(view.messages)).toEqual(idsFrom(1, 8));
		expect(events.map(({ type }) => type)).toEqual(["fold-started", "store-failed", "fold-failed"]);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "backing-off" });
		expect(model.requests).toHaveLength(1);
		clock.advance(5_000);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "failed", code: "server-error" });
	});

	test("a journal that fails: folds go on, and failures are counted in this process", async () => {
		const { say, another, store, events, model, clock } = setUp();
		say(8);
		const journal = { append: () => Promise.reject(new Error("Full.")), list: () => Promise.reject(new Error("Full.")) };
		const compressor = another({ store: { ...store, journal } });
		model.next({ fail: "network" });
		await compressor.recall(scope);
		expect(await compressor.fold(scope)).toEqual({ outcome: "backing-off", retryAtMs: clock.now() + 5_000 });
		clock.advance(5_000);
		expect(await compressor.fold(scope)).toMatchObject({ outcome: "saved" });
		expect(events.filter(({ type }) => type === "store-failed")).toHaveLength(4);
	});

	test("a message source that fails fails the turn", async () => {
		const { another, log } = setUp();
		const source = { ...log.source, newest: () => Promise.reject(new Error("No such table.")) };
		await expect(another({ source }).recall(scope)).rejects.toThrow("No such table.");
	});

	test("a listener that throws is ignored", async () => {
		const { another, say } = setUp();
		say(8);
		const compressor = another({
			onEvent: () => {
				throw new Error("Not my turn.");
			},
		});
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 4 });
	});
});
