import { expect, it } from "vitest";
import { createRecentLines, maxRecentLines, type RecentLine } from "./recent-lines.ts";

const texts = (lines: readonly RecentLine[]) => lines.map(({ text }) => text);

it("gives lines before and after a time, oldest first, each with a time of its own", () => {
	let ms = 1_000;
	const recent = createRecentLines(() => ms);
	for (const text of ["a", "b", "c"]) recent.add(text);
	ms = 2_000;
	recent.add("d");
	expect(recent.before(5_000, 10).map(({ timeMs }) => timeMs)).toEqual([1_000, 1_001, 1_002, 2_000]);
	expect(texts(recent.before(1_001, 10))).toEqual(["a", "b"]);
	expect(texts(recent.before(5_000, 2))).toEqual(["c", "d"]);
	expect(texts(recent.after(1_001, 2))).toEqual(["b", "c"]);
	expect([recent.before(5_000, 0), recent.after(0, 0), recent.before(999, 5), recent.after(2_001, 5)]).toEqual([[], [], [], []]);
});

it("keeps the newest lines only", () => {
	const recent = createRecentLines(() => 1);
	for (let line = 0; line < maxRecentLines + 5; line++) recent.add(String(line));
	expect(texts(recent.after(0, maxRecentLines * 2))).toHaveLength(maxRecentLines);
	expect(texts(recent.after(0, 1))).toEqual(["5"]);
});

it("tells each reader when the next line is there, whatever the clock does", async () => {
	let ms = 1_000;
	const recent = createRecentLines(() => ms);
	recent.add("old");
	const from = recent.nextMs;
	ms = 10;
	const readers = [recent.arrived(from), recent.arrived(from)];
	recent.add("new");
	await Promise.all(readers);
	expect(texts(recent.after(from, 5))).toEqual(["new"]);
});
