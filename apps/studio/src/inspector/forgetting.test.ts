import { expect, it } from "vitest";
import { findForgetting, recoveryOf } from "./forgetting.ts";
import { aMemory } from "./inspector.fixture.ts";

const before = aMemory({ incarnation: "one", summary: "- A.\n- B.", pinned: { cluster: "EU", project: "P" } }, { absorbed: 40 });

it("tells which messages and facts went with the text", () => {
	const after = aMemory({ incarnation: "two", summary: "- A.", pinned: { project: "P" } }, { absorbed: 20 });
	expect(findForgetting(before, after)).toEqual({
		messages: 20,
		before: 40,
		facts: [{ name: "cluster", value: "EU" }],
		summary: { before: "- A.\n- B.", after: "- A." },
	});
});

it("knows a memory that is gone altogether", () => {
	expect(findForgetting(before, { ...aMemory(), state: null })).toMatchObject({ messages: 40, facts: [{ name: "cluster" }, { name: "project" }] });
});

it("does not mistake a fold, an override or a first fold for forgetting", () => {
	expect(findForgetting(before, aMemory({ incarnation: "one", version: 2 }, { absorbed: 60 }))).toBeUndefined();
	expect(findForgetting({ ...aMemory(), state: null }, before)).toBeUndefined();
	expect(findForgetting(before, aMemory({ incarnation: "two", pinned: { cluster: "EU", project: "P" } }, { absorbed: 40 }))).toBeUndefined();
});

it("follows the folding that comes after", () => {
	const forgetting = findForgetting(before, { ...aMemory(), state: null });
	if (!forgetting) throw new Error("something was forgotten");
	expect(recoveryOf(forgetting, { absorbed: 0, fold_due: true })).toBe("folding");
	expect(recoveryOf(forgetting, { absorbed: 39, fold_due: false })).toBe("folded");
	expect(recoveryOf(forgetting, { absorbed: 0, fold_due: false })).toBe("waiting");
});
