import { statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { openBench } from "./store.fixture.ts";

/** Watches the syncs of all files; with `hold` each waits until it is released. */
async function watchSyncs({ hold }: { readonly hold: boolean }) {
	const probe = await open(import.meta.filename);
	const prototype: Pick<FileHandle, "datasync"> = Object.getPrototypeOf(probe);
	await probe.close();
	const { datasync } = prototype;
	const held: (() => void)[] = [];
	const files: number[] = [];
	const spy = vi.spyOn(prototype, "datasync").mockImplementation(async function (this: FileHandle) {
		if (hold) await new Promise<void>((resolve) => held.push(resolve));
		files.push((await this.stat()).ino);
		await datasync.call(this);
	});
	onTestFinished(() => spy.mockRestore());
	return { held, files, spy };
}

it("acknowledges a write when the log has been synced, although others see it before", async () => {
	const { say, sql, store } = await openBench({ synchronous: "full" });
	const { held, files, spy } = await watchSyncs({ hold: true });
	let acknowledged = false;
	const write = say("hello").then(() => {
		acknowledged = true;
	});
	await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 20_000 });
	expect(sql("SELECT text FROM message")).toEqual([{ text: "hello" }]);
	// Reads do not wait.
	expect(await store.flows.count("ann")).toBe(1);
	expect(acknowledged).toBe(false);
	held[0]?.();
	await write;
	expect([acknowledged, files.length]).toEqual([true, 1]);
	spy.mockRestore();
});

it("shares syncs among writes that come together", async () => {
	const { say } = await openBench({ synchronous: "full" });
	const { files } = await watchSyncs({ hold: false });
	await Promise.all(Array.from({ length: 50 }, (_, index) => say(`message ${index}`)));
	expect(files.length).toBeGreaterThan(0);
	expect(files.length).toBeLessThanOrEqual(2);
});

it("syncs the log that is there, also after it was emptied and another connection was closed", async () => {
	const { path, store, openSecond, say } = await openBench({ synchronous: "full" });
	const { files } = await watchSyncs({ hold: false });
	await say("before");
	await store.checkpoint();
	expect(statSync(`${path}-wal`).size).toBe(0);
	await (await openSecond()).close();
	await say("after");
	expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
	expect(files).toEqual([statSync(`${path}-wal`).ino, statSync(`${path}-wal`).ino]);
});

it("refuses writes for good after a failed sync, and closes all the same", async () => {
	const { path, store, say } = await openBench({ synchronous: "full" });
	const { spy } = await watchSyncs({ hold: false });
	spy.mockRejectedValueOnce(new Error("EIO: i/o error"));
	const refused = { name: "StoreError", code: "unusable", message: expect.stringMatching(/foldback\.db: The disk failed to keep/) };
	await expect(say("lost?")).rejects.toMatchObject(refused);
	await expect(say("after it")).rejects.toMatchObject(refused);
	await store.close();
	expect(statSync(path).size).toBeGreaterThan(0);
});

it("syncs nothing when a power cut may take the newest writes", async () => {
	const { say } = await openBench({ synchronous: "normal" });
	const { files } = await watchSyncs({ hold: false });
	await say("hello");
	expect(files).toEqual([]);
});
