import { describe, expect, test } from "vitest";
import { createAutosaver, type SaveOutcome } from "./autosaver.ts";

/** An autosaver whose pauses end, and whose saves answer, when the test says so. */
function start() {
	const statuses: string[] = [];
	const saves: { readonly members: object; readonly revision: number; readonly answer: (outcome: SaveOutcome) => Promise<void> }[] = [];
	let pause: (() => void) | undefined;
	const saver = createAutosaver({
		document: { name: "a", data: {} },
		revision: 1,
		save(members, revision) {
			const { promise, resolve } = Promise.withResolvers<SaveOutcome>();
			saves.push({
				members,
				revision,
				answer: async (outcome) => {
					resolve(outcome);
					await new Promise((done) => setImmediate(done));
				},
			});
			return promise;
		},
		onStatus: ({ kind }) => statuses.push(kind),
		onSaved: () => {},
		later(callback) {
			pause = callback;
			return () => {
				pause = undefined;
			};
		},
	});
	return { saver, statuses, saves, endPause: () => pause?.() };
}
const base = { name: "a", data: {} };
const saved = (revision: number): SaveOutcome => ({ kind: "saved", document: {}, revision });

describe("createAutosaver", () => {
	test("saves after the pause, only what changed, on the revision of the last save", async () => {
		const { saver, statuses, saves, endPause } = start();
		const first = { ...base, name: "b" };
		saver.change(first);
		endPause();
		expect(saves).toMatchObject([{ members: { name: "b" }, revision: 1 }]);
		await saves[0]?.answer(saved(2));
		saver.change({ ...first, data: { nodes: [] } });
		endPause();
		expect(saves[1]).toMatchObject({ members: { data: { nodes: [] } }, revision: 2 });
		await saves[1]?.answer(saved(3));
		expect(statuses).toEqual(["unsaved", "saving", "saved", "unsaved", "saving", "saved"]);
		expect(saver.isClean()).toBe(true);
	});

	test("one save at a time: what changed meanwhile is saved next", async () => {
		const { saver, statuses, saves, endPause } = start();
		saver.change({ ...base, name: "b" });
		endPause();
		saver.change({ ...base, name: "c" });
		const flushed = Promise.all([saver.flush(), saver.flush()]);
		expect(saves).toHaveLength(1);
		await saves[0]?.answer(saved(2));
		expect(saves).toHaveLength(2);
		await saves[1]?.answer(saved(3));
		await flushed;
		expect(saves).toMatchObject([{ revision: 1 }, { members: { name: "c" }, revision: 2 }]);
		expect(statuses.at(-1)).toBe("saved");
	});

	test("after a conflict nothing is saved any more", async () => {
		const { saver, statuses, saves, endPause } = start();
		saver.change({ ...base, name: "b" });
		endPause();
		await saves[0]?.answer({ kind: "conflict" });
		saver.change({ ...base, name: "c" });
		endPause();
		await saver.flush();
		expect(saves).toHaveLength(1);
		expect(statuses.at(-1)).toBe("conflict");
	});

	test("a failure is told, and the next flush tries again", async () => {
		const { saver, statuses, saves, endPause } = start();
		saver.change({ ...base, name: "b" });
		endPause();
		await saves[0]?.answer({ kind: "failed", reason: "no network" });
		expect(statuses.at(-1)).toBe("failed");
		void saver.flush();
		await new Promise((done) => setImmediate(done));
		expect(saves[1]).toMatchObject({ members: { name: "b" }, revision: 1 });
	});

	test("whoever asks what is saved now can wait for the save that is under way", async () => {
		const { saver, saves, endPause } = start();
		saver.change({ ...base, name: "b" });
		endPause();
		let settled = false;
		const waiting = saver.settled().then(() => {
			settled = true;
		});
		await new Promise((done) => setImmediate(done));
		expect([settled, saver.revision()]).toEqual([false, 1]);
		await saves[0]?.answer(saved(2));
		await waiting;
		expect(saver.revision()).toBe(2);
	});

	test("undone back to what is saved needs no save", async () => {
		const { saver, saves, endPause } = start();
		const document = { ...base, name: "b" };
		saver.change(document);
		endPause();
		await saves[0]?.answer(saved(2));
		saver.change({ ...base, name: "c" });
		saver.change(document);
		await saver.flush();
		expect(saves).toHaveLength(1);
	});
});
