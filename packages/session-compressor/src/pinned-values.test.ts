import { describe, expect, test } from "vitest";
import { idsFrom, scope, setUp } from "./set-up.fixture.ts";

const key = (name: string, description = "") => ({ name, description });

describe("pinned keys", () => {
	test("survive ten folds in a row (adk-go PR1431, nac#147)", async () => {
		const { compressor, say } = setUp({ pinnedKeys: [key("city")] });
		say(1, { text: "my city: Graz" });
		for (let turn = 0; turn < 10; turn++) {
			say(4);
			await compressor.recall(scope);
		}
		const view = await compressor.recall(scope);
		expect(view.state?.version).toBeGreaterThanOrEqual(9);
		expect(view.summary?.pinned).toEqual([{ name: "city", value: "Graz", overridden: false }]);
		expect(view.summary?.text).toContain("- m1\n");
	});

	test.each(['{"pinned":{},"summary":"s"}', '{"summary":"s"}', '{"pinned":null,"summary":"s"}', '{"pinned":{"city":null},"summary":"s"}'])(
		"a first fold that answers %s crashes nothing and clears nothing (mastra PR20992)",
		async (reply) => {
			const { compressor, say, model } = setUp({ pinnedKeys: [key("city")] });
			say(8);
			model.next({ reply });
			const view = await compressor.recall(scope);
			expect(view.state).toMatchObject({ pinned: {}, summary: "s" });
			expect(view.summary?.text).not.toContain("null");
		},
	);

	test("an omitted key keeps its value, null clears it, keys that nobody configured are ignored", async () => {
		const { compressor, say, model } = setUp({ pinnedKeys: [key("city"), key("colour")] });
		say(8);
		model.next({ reply: '{"pinned":{"city":"Graz","colour":"red","age":7},"summary":"s"}' });
		await compressor.recall(scope);
		say(4);
		model.next({ reply: '{"pinned":{"colour":null},"summary":"s"}' });
		expect((await compressor.recall(scope)).state?.pinned).toEqual({ city: "Graz" });
	});

	test("a fold asks for the keys of an agent that has only read so far, and for no other scope's", async () => {
		const { compressor, say, model } = setUp({ recentMessages: 1, foldThreshold: 3 });
		const [folding, reading] = [{ pinnedKeys: [key("city")] }, { pinnedKeys: [key("colour", "old")] }];
		say(3);
		await compressor.recall({ ...scope, sessionId: "other" }, { pinnedKeys: [key("size")] });
		await compressor.recall(scope, reading);
		await compressor.recall(scope, { pinnedKeys: [key("colour", "new")] });
		say(1, { text: "colour: red" });
		const view = await compressor.recall(scope, folding);
		expect(model.requests[0]?.keys.map(({ name, description }) => [name, description])).toEqual([
			["colour", "new"],
			["city", ""],
		]);
		expect(view.state?.knownKeys.map(({ name }) => name)).toEqual(["colour", "city"]);
	});

	test("a first fold asks for the keys of agents that have not read yet, and the view shows the agent's own", async () => {
		const { compressor, say, model } = setUp({ recentMessages: 1, foldThreshold: 1 });
		say(1, { text: "city: Graz\ncolour: red" });
		say(1);
		const view = await compressor.recall(scope, { pinnedKeys: [key("city")], otherKeys: [key("colour", "of the car"), key("city", "home"), key("colour")] });
		expect(model.requests[0]?.keys.map(({ name }) => name).sort()).toEqual(["city", "colour"]);
		expect(view.summary?.pinned.map(({ name }) => name)).toEqual(["city"]);
		expect(view.state?.pinned).toEqual({ city: "Graz", colour: "red" });
		await expect(compressor.recall(scope, { otherKeys: [key(" ")] })).rejects.toThrow(/pinnedKeys/);
	});

	test("each agent sees its own keys, and every fold asks for those of all", async () => {
		const { compressor, say, model, store } = setUp({ recentMessages: 1, foldThreshold: 1 });
		const [first, second] = [{ pinnedKeys: [key("city", "where")] }, { pinnedKeys: [key("colour"), key("city", "home")] }];
		say(1, { text: "city: Graz\ncolour: red" });
		say(1, { text: "colour: blue" });
		await compressor.recall(scope, first);
		say(1, { text: "city: Linz\ncolour: green" });
		await compressor.recall(scope, second);
		say(1);
		const values = async (turn: typeof first) => (await compressor.recall(scope, turn)).summary?.pinned.map(({ name, value }) => [name, value]);
		expect(await values(first)).toEqual([["city", "Linz"]]);
		expect(await values(second)).toEqual([
			["colour", "green"],
			["city", "Linz"],
		]);
		expect(model.requests[2]?.keys.map(({ name, value }) => [name, value])).toEqual([
			["city", "Graz"],
			["colour", "blue"],
		]);
		expect((await store.load(scope))?.knownKeys).toEqual([
			{ name: "city", description: "where" },
			{ name: "colour", description: "", notAskedThrough: expect.objectContaining({ id: "m1" }) },
		]);
	});

	test("a key first asked for late is marked, and a rebuild asks for all of the history", async () => {
		const { compressor, say } = setUp({ recentMessages: 1, foldThreshold: 1 });
		say(1, { text: "city: Graz" });
		say(1);
		await compressor.recall(scope);
		const later = { pinnedKeys: [key("city")] };
		expect((await compressor.status(scope, later)).keysNotAsked).toEqual(["city"]);
		say(1);
		expect((await compressor.recall(scope, later)).summary?.pinned).toEqual([]);
		expect((await compressor.status(scope)).keysNotAsked).toEqual(["city"]);
		expect(await compressor.rebuild(scope, later)).toMatchObject({ outcome: "saved", state: { pinned: { city: "Graz" } } });
		expect((await compressor.status(scope)).keysNotAsked).toEqual([]);
	});

	test.each(["constructor", "__proto__", "toString"])("may have the name %s", async (name) => {
		const { compressor, say } = setUp();
		const pinnedKeys = name === "__proto__" ? [key("proto")] : [key(name)];
		say(8);
		expect((await compressor.recall(scope, { pinnedKeys })).summary?.pinned).toEqual([]);
	});

	test.each([[[key("city"), key("City")]], [[key("")]], [Array.from({ length: 33 }, (_, index) => key(`k${index}`))]])(
		"that are malformed, doubled or too many are an error",
		async (pinnedKeys) => {
			const { compressor } = setUp();
			await expect(compressor.recall(scope, { pinnedKeys })).rejects.toThrow(/pinnedKeys/);
			expect(() => setUp({ pinnedKeys })).toThrow(/pinnedKeys/);
		},
	);
});

describe("an override", () => {
	test("wins over folds and rebuilds until it is released", async () => {
		const pinnedKeys = [key("city")];
		const { compressor, say } = setUp({ pinnedKeys, recentMessages: 1, foldThreshold: 1 });
		say(1, { text: "city: Graz" });
		say(1, { text: "city: Linz" });
		const { state } = await compressor.recall(scope);
		const set = await compressor.override(scope, { city: "Wien" }, state ?? "absent");
		expect(set).toMatchObject({ saved: true, state: { version: 2, overrides: { city: "Wien" }, pinned: { city: "Graz" } } });
		say(1);
		const folded = await compressor.recall(scope);
		expect(folded.summary?.pinned).toEqual([{ name: "city", value: "Wien", overridden: true }]);
		expect(folded.state?.pinned).toEqual({ city: "Linz" });
		await compressor.rebuild(scope);
		const rebuilt = await compressor.recall(scope);
		expect(rebuilt.summary?.pinned).toEqual([{ name: "city", value: "Wien", overridden: true }]);
		const released = await compressor.override(scope, { city: null }, rebuilt.state ?? "absent");
		expect(released).toMatchObject({ saved: true, state: { overrides: {} } });
		expect((await compressor.recall(scope)).summary?.pinned).toEqual([{ name: "city", value: "Linz", overridden: false }]);
	});

	test("can be set before anything is folded, and a later fold keeps it", async () => {
		const { compressor, say } = setUp({ pinnedKeys: [key("city")] });
		say(4);
		expect(await compressor.override(scope, { city: "Wien" }, "absent")).toMatchObject({ saved: true, state: { version: 1, absorbedCount: 0 } });
		expect((await compressor.recall(scope)).summary?.text).toContain("- city: Wien");
		say(4);
		expect(await compressor.recall(scope)).toMatchObject({ absorbedCount: 4, state: { overrides: { city: "Wien" } } });
	});

	test("outlives the deletion of what was folded", async () => {
		const { compressor, say, log } = setUp({ pinnedKeys: [key("city")] });
		say(8);
		const { state } = await compressor.recall(scope);
		await compressor.override(scope, { city: "Wien" }, state ?? "absent");
		log.delete(idsFrom(1, 2));
		expect((await compressor.recall(scope)).summary?.pinned).toEqual([{ name: "city", value: "Wien", overridden: true }]);
	});

	test("on another state than the expected one is refused, and tells the state there is", async () => {
		const { compressor, say } = setUp();
		expect(await compressor.override(scope, { city: "Wien" }, "absent")).toEqual({ saved: false, reason: "no-rows", state: undefined });
		say(8);
		const { state } = await compressor.recall(scope);
		expect(await compressor.override(scope, { city: "Wien" }, "absent")).toEqual({ saved: false, reason: "conflict", state });
		const stale = { incarnation: state?.incarnation ?? "", version: 7 };
		expect(await compressor.override(scope, { city: "Wien" }, stale)).toEqual({ saved: false, reason: "conflict", state });
	});

	test("is cut to 500 characters at a code point", async () => {
		const { compressor, say } = setUp();
		say(1);
		const result = await compressor.override(scope, { city: `${"x".repeat(499)}😀` }, "absent");
		expect(result).toMatchObject({ saved: true, state: { overrides: { city: "x".repeat(499) } } });
	});

	test.each([
		["an empty value", { city: " " }, /"city" is " "/],
		["a malformed name", { "a\nb": "x" }, /entry/],
	])("with %s is an error", async (_what, changes, message) => {
		const { compressor, say } = setUp();
		say(1);
		await expect(compressor.override(scope, changes, "absent")).rejects.toThrow(message);
	});
});
