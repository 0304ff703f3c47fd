import { describe, expect, it } from "vitest";
import { createSharedSync } from "./shared-sync.ts";

/** A disk whose syncs end when they are told to. It keeps what was written before a sync began. */
function slowDisk() {
	const syncs: PromiseWithResolvers<void>[] = [];
	let written = 0;
	let saved = 0;
	const {
		written: wrote,
		synced,
		idle,
	} = createSharedSync(async () => {
		const until = written;
		const sync = Promise.withResolvers<void>();
		syncs.push(sync);
		await sync.promise;
		saved = until;
	});
	/** @returns whether the write is on disk when it is acknowledged */
	const write = async () => {
		const number = ++written;
		wrote();
		await synced();
		return saved >= number;
	};
	return { syncs, write, synced, idle };
}

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

describe("writes", () => {
	it("are acknowledged when they are on disk: those that come while a sync runs share the next one", async () => {
		const { syncs, write } = slowDisk();
		const first = [write(), write()];
		await turnOfLoop();
		expect(syncs).toHaveLength(1);
		const later = [write(), write(), write()];
		await turnOfLoop();
		expect(syncs).toHaveLength(1);
		syncs[0]?.resolve();
		expect(await Promise.all(first)).toEqual([true, true]);
		await turnOfLoop();
		expect(syncs).toHaveLength(2);
		syncs[1]?.resolve();
		expect(await Promise.all(later)).toEqual([true, true, true]);
		const last = write();
		await turnOfLoop();
		syncs[2]?.resolve();
		expect(await last).toBe(true);
	});

	it("are refused after a sync has failed, without another try", async () => {
		const { syncs, write, idle } = slowDisk();
		const first = write();
		await turnOfLoop();
		const second = write();
		syncs[0]?.reject(new Error("the disk is gone"));
		const settled = await Promise.allSettled([first, second, write()]);
		expect(settled).toEqual(Array.from(settled, () => ({ status: "rejected", reason: expect.objectContaining({ message: "the disk is gone" }) })));
		await expect(write()).rejects.toThrow("the disk is gone");
		await idle();
		expect(syncs).toHaveLength(1);
	});
});

it("makes no sync for whoever wrote nothing since the last one began, and has him wait for that", async () => {
	const { syncs, write, synced } = slowDisk();
	await synced();
	const first = write();
	await turnOfLoop();
	let told = false;
	const waiting = synced().then(() => {
		told = true;
	});
	await turnOfLoop();
	expect([syncs.length, told]).toEqual([1, false]);
	syncs[0]?.resolve();
	await Promise.all([first, waiting]);
	await synced();
	expect(syncs).toHaveLength(1);
	const last = write();
	await turnOfLoop();
	syncs[1]?.resolve();
	expect(await last).toBe(true);
});

it("is idle when the last sync has ended", async () => {
	const { syncs, write, idle } = slowDisk();
	await idle();
	const ended: string[] = [];
	const done = Promise.all([write().then(() => ended.push("write")), idle().then(() => ended.push("idle"))]);
	await turnOfLoop();
	expect(ended).toEqual([]);
	syncs[0]?.resolve();
	await done;
	expect(ended.toSorted()).toEqual(["idle", "write"]);
});
