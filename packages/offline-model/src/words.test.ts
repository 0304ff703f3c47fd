import { expect, test } from "vitest";
import { contentStems, stem, words } from "./words.ts";

test("words are lower case and cut at every sign", () => {
	expect(words("My PRJ-123, Straße & naïve café_id!")).toEqual(["my", "prj", "123", "straße", "naïve", "café", "id"]);
});

test("scripts without spaces are cut into words", () => {
	expect(words("我们在欧洲集群").length).toBeGreaterThan(2);
	expect(words("我们在欧洲集群").join("")).toBe("我们在欧洲集群");
});

test.each([
	["clusters", "cluster"],
	["shipping", "shipped"],
	["cities", "city"],
	["moves", "moved"],
	["boxes", "box"],
])("%s and %s have one stem", (left, right) => {
	expect(stem(left)).toBe(stem(right));
});

test.each([
	["cat", "car"],
	["prj1", "prj12"],
	["glass", "gloss"],
	["bring", "bred"],
])("%s and %s have different stems", (left, right) => {
	expect(stem(left)).not.toBe(stem(right));
});

test("grammar is no content", () => {
	expect(contentStems("Which of the clusters were we on again?")).toEqual(["cluster"]);
});
