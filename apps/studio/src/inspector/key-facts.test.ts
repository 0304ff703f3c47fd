import { expect, it } from "vitest";
import { aFold, aMemory } from "./inspector.fixture.ts";
import { keyFacts, messageWithValue } from "./key-facts.ts";

const configured = [
	{ name: "cluster", description: "where it runs" },
	{ name: "project", description: "" },
];

it("lists the agents' keys first, in their order, with values and where these come from", () => {
	const folds = [aFold("3", { pinned: { cluster: "EU", project: "P-2" } }), aFold("2", { pinned: { cluster: "EU" } }), aFold("1", { pinned: {} })];
	const facts = keyFacts(aMemory({ pinned: { old: "x", project: "P-2", cluster: "EU" } }, { journal: folds }), configured);
	expect(facts.map(({ name, value }) => [name, value])).toEqual([
		["cluster", "EU"],
		["project", "P-2"],
		["old", "x"],
	]);
	expect(facts.map(({ origin }) => origin?.id)).toEqual(["2", "3", undefined]);
	expect(facts[0]?.description).toBe("where it runs");
});

it("tells a value set by hand from the folded one under it", () => {
	const [fact] = keyFacts(aMemory({ pinned: { cluster: "EU" }, overrides: { cluster: "US" } }), configured);
	expect(fact).toMatchObject({ value: "US", setByHand: true, foldedValue: "EU" });
});

it("keeps the history of a value, newest first, through failures", () => {
	const journal = [
		aFold("4", { pinned: { cluster: "EU" } }),
		aFold("3", { outcome: "failed", code: "timeout", snapshot: null }),
		aFold("2", { pinned: { cluster: "US" } }),
		aFold("1", { pinned: { cluster: "US" } }),
	];
	const [fact] = keyFacts(aMemory({ pinned: { cluster: "EU" } }, { journal }), configured);
	expect(fact?.history.map(({ value, fold }) => [value, fold.id])).toEqual([
		["EU", "4"],
		["US", "1"],
	]);
});

it("offers what a fold cleared, until the key has a value again", () => {
	const journal = [aFold("2", { pinned: {} }), aFold("1", { pinned: { cluster: "EU" } })];
	expect(keyFacts(aMemory({}, { journal }), configured)[0]).toMatchObject({ value: undefined, cleared: "EU" });
	expect(keyFacts(aMemory({ overrides: { cluster: "EU" } }, { journal }), configured)[0]?.cleared).toBeUndefined();
	expect(keyFacts(aMemory({}, { journal: [aFold("1")] }), configured)[0]?.cleared).toBeUndefined();
});

it("tells up to where a key was not asked, and takes no inherited value", () => {
	const place = { message_id: "m9", timestamp: "2026-11-30 12:00:09.000000 UTC" };
	const facts = keyFacts(aMemory({ known_keys: [{ name: "constructor", description: "", not_asked_through: place }] }), []);
	expect(facts).toMatchObject([{ name: "constructor", value: undefined, notAskedThrough: place }]);
	expect(keyFacts({ state: null, journal: [] }, configured)).toHaveLength(2);
});

it("finds the newest message that holds a value", () => {
	const messages = [{ text: "We are on EU-West" }, { text: "eu-west, yes" }, { text: "no" }];
	expect(messageWithValue(messages, "EU-west")).toBe(messages[1]);
	expect(messageWithValue(messages, "US")).toBeUndefined();
});
