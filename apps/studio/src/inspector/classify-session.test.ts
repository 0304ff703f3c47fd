import { expect, it } from "vitest";
import { mapSession } from "./classify-session.ts";

const message = (index: number, more: { readonly text?: string; readonly error?: boolean; readonly files?: readonly string[] } = {}) => ({
	id: `m${String(index).padStart(3, "0")}`,
	timestamp: `2026-11-30 12:${String(Math.floor(index / 60)).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}.000000 UTC`,
	text: more.text ?? `text ${index}`,
	files: more.files ?? [],
	error: more.error ?? false,
});
const session = (length: number) => Array.from({ length }, (_, index) => message(index));
const state = (cursor: ReturnType<typeof message> | undefined) => ({
	summary: "",
	pinned: {},
	overrides: {},
	known_keys: [],
	covered_until: cursor ? { message_id: cursor.id, timestamp: cursor.timestamp } : null,
	absorbed_count: 0,
	summary_model: "",
	incarnation: "i",
	version: 1,
	created_at: "",
	updated_at: "",
});
const folding = { foldThreshold: 20, maxBatch: 60 };

it("parts a session into absorbed, backlog and recent window", () => {
	const messages = session(40);
	const map = mapSession(messages, { state: state(messages[19]), recent_window: 10, uncovered: 0, fold_due: false }, folding);
	expect(map.counts).toEqual({ absorbed: 20, backlog: 10, recent: 10, uncovered: 0, unseen: 0 });
	expect(map.standings.slice(18, 32)).toEqual(["absorbed", "absorbed", ...Array(10).fill("backlog"), "recent", "recent"]);
	expect(map).toMatchObject({ cursor: 19, nextFold: { first: 20, last: 29 }, untilFold: 10 });
});

it("has no cursor and no next fold where all is in the recent window", () => {
	const map = mapSession(session(5), { state: null, recent_window: 10, uncovered: 0, fold_due: false }, folding);
	expect(map).toMatchObject({ cursor: -1, nextFold: undefined, untilFold: 20, counts: { recent: 5 } });
});

it("shows the oldest of what waits as uncovered, and takes it first", () => {
	const map = mapSession(session(100), { state: null, recent_window: 10, uncovered: 30, fold_due: true }, folding);
	expect(map.counts).toMatchObject({ uncovered: 30, backlog: 60, recent: 10 });
	expect(map.standings[29]).toBe("uncovered");
	expect(map.standings[30]).toBe("backlog");
	expect(map).toMatchObject({ nextFold: { first: 0, last: 59 }, untilFold: 0 });
});

it("leaves out what no model sees: errors and blank messages, but not files", () => {
	const messages = [message(0), message(1, { error: true }), message(2, { text: "  " }), message(3, { text: "", files: ["a.pdf"] })];
	const map = mapSession(messages, { state: null, recent_window: 1, uncovered: 0, fold_due: false }, folding);
	expect(map.standings).toEqual(["backlog", "unseen", "unseen", "recent"]);
});

it("breaks ties of time by id, as the cursor does", () => {
	const tied = session(3).map((row) => ({ ...row, timestamp: "2026-11-30 12:00:00.000000 UTC" }));
	const map = mapSession(tied, { state: state(tied[1]), recent_window: 0, uncovered: 0, fold_due: false }, folding);
	expect(map.standings).toEqual(["absorbed", "absorbed", "backlog"]);
});
