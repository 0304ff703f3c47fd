import { expect, test } from "vitest";
import { createDrafts } from "./drafts.ts";

function memoryStorage(limit = Number.POSITIVE_INFINITY) {
	const values = new Map<string, string>();
	return {
		values,
		getItem: (key: string) => values.get(key) ?? null,
		setItem(key: string, value: string) {
			if (value.length > limit) throw new Error("The quota has been exceeded.");
			values.set(key, value);
		},
		removeItem: (key: string) => void values.delete(key),
	};
}

test("each session has a draft of its own, which stays the same object until it changes", () => {
	const drafts = createDrafts("flow", memoryStorage());
	let calls = 0;
	const end = drafts.subscribe(() => (calls += 1));
	drafts.change("one", () => ({ text: "half a thought" }));
	drafts.change("one", ({ files }) => ({ files: [...files, "flow/a.txt"] }));
	drafts.change("two", () => ({ text: "another" }));
	expect(drafts.of("one")).toEqual({ text: "half a thought", files: ["flow/a.txt"] });
	expect(drafts.of("one")).toBe(drafts.of("one"));
	expect(drafts.of("three")).toBe(drafts.of("four"));
	expect(calls).toBe(3);
	end();
	drafts.forget(["one"]);
	expect(drafts.of("one")).toEqual({ text: "", files: [] });
	expect(calls).toBe(3);
});

test("a draft outlives the page in its flow, and nothing is left when all are sent", () => {
	const storage = memoryStorage();
	createDrafts("flow", storage).change("one", () => ({ text: "kept" }));
	expect(createDrafts("flow", storage).of("one").text).toBe("kept");
	expect(createDrafts("other flow", storage).of("one").text).toBe("");
	createDrafts("flow", storage).forget(["one"]);
	expect(storage.values.size).toBe(0);
});

test("a draft goes with its session to another name, and joins the one that is there", () => {
	const drafts = createDrafts("flow", memoryStorage());
	drafts.change("old", () => ({ text: "first", files: ["a", "b"] }));
	drafts.move("old", "new");
	expect([drafts.of("old").text, drafts.of("new").text]).toEqual(["", "first"]);
	drafts.change("third", () => ({ text: "second", files: ["b", "c"] }));
	drafts.move("third", "new");
	expect(drafts.of("new")).toEqual({ text: "first\nsecond", files: ["a", "b", "c"] });
	drafts.move("new", "new");
	expect(drafts.of("new").text).toBe("first\nsecond");
});

test("a full storage loses no draft while the page is open", () => {
	const drafts = createDrafts("flow", memoryStorage(10));
	drafts.change("one", () => ({ text: "longer than the storage takes" }));
	expect(drafts.of("one").text).toBe("longer than the storage takes");
});
