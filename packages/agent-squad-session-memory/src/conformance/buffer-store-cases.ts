import assert from "node:assert/strict";
import type { BufferStore, ChatBuffer } from "../buffer-store.ts";

export interface OpenedBufferStores {
	readonly store: BufferStore;
	readonly second?: BufferStore;
	close?(): Promise<void>;
}

interface BufferCase {
	readonly name: string;
	run(store: BufferStore, second: BufferStore): Promise<void>;
}

const key = { userId: "ann", sessionId: "s1", agentId: "tech" };

function bufferOf(text: string, more: Partial<ChatBuffer> = {}): ChatBuffer {
	const rest = { position: { count: 1, tail: ["d"] }, summaryCount: 0, basis: "b1", active: true, failures: 0, savesToWait: 0 };
	return { messages: [{ role: "user", content: [{ text }] }], ...rest, ...more };
}

async function saved(store: BufferStore, buffer: ChatBuffer, expected: string | undefined, at = key): Promise<string> {
	const result = await store.save(at, buffer, expected);
	assert.ok(result.saved, "The save was refused.");
	return result.version;
}

export const bufferStoreCases: readonly BufferCase[] = [
	{
		name: "a buffer comes back as it was saved, bytes and hostile text included",
		run: async (store, second) => {
			assert.equal(await store.load(key), undefined);
			const content = [
				{ text: "a\u0000b '\" \ud800 🧵" },
				{ image: { bytes: new Uint8Array([0, 1, 255]) } },
				{ b: 1, a: [null, { "$foldback:bytes": "no bytes" }] },
			];
			const marked = Object.assign({ role: "assistant", content }, { foldback: { summary: "s", pinned: { k: "v" } } });
			const messages = [marked, { role: "user", content: undefined }];
			const buffer = bufferOf("", { messages, summaryCount: 1, basis: "x", active: false, failures: 3, savesToWait: 4 });
			const version = await saved(store, buffer, undefined);
			assert.deepEqual(await second.load(key), { buffer, version });
		},
	},
	{
		name: "a save with an old version, or as the first one where there is one, is refused and changes nothing",
		run: async (store, second) => {
			const first = await saved(store, bufferOf("1"), undefined);
			const next = await saved(second, bufferOf("2"), first);
			assert.notEqual(next, first);
			for (const expected of [first, undefined, "never"]) assert.deepEqual(await store.save(key, bufferOf("3"), expected), { saved: false });
			assert.deepEqual((await store.load(key))?.buffer, bufferOf("2"));
		},
	},
	{
		name: "a buffer that was deleted and made again does not take a save meant for the old one",
		run: async (store, second) => {
			const old = await saved(store, bufferOf("old"), undefined);
			await second.delete(key);
			assert.deepEqual(await store.save(key, bufferOf("late"), old), { saved: false });
			await saved(store, bufferOf("new"), undefined);
			assert.deepEqual(await store.save(key, bufferOf("late"), old), { saved: false });
			assert.deepEqual((await second.load(key))?.buffer, bufferOf("new"));
		},
	},
	{
		name: "of many simultaneous saves one wins, first ones and later ones",
		run: async (store, second) => {
			let expected: string | undefined;
			for (let round = 0; round < 5; round += 1) {
				const results = await Promise.all(
					Array.from({ length: 8 }, (_, place) => (place % 2 === 0 ? store : second).save(key, bufferOf(`${round} ${place}`), expected)),
				);
				const winners = results.flatMap((result, place) => (result.saved ? [{ place, version: result.version }] : []));
				assert.equal(winners.length, 1, `Round ${round} has ${winners.length} winners.`);
				expected = winners[0]?.version;
				assert.deepEqual(await store.load(key), { buffer: bufferOf(`${round} ${winners[0]?.place}`), version: expected });
			}
		},
	},
	{
		name: "delete removes one agent's buffer, or those of a session, and no other",
		run: async (store, second) => {
			const others = [
				{ userId: "ann", sessionId: "s2", agentId: "tech" },
				{ userId: "bob", sessionId: "s1", agentId: "tech" },
				{ userId: "ann#s1", sessionId: "", agentId: "tech" },
			];
			const own = [key, { ...key, agentId: "travel" }, { ...key, agentId: "" }];
			for (const at of [...others, ...own]) await saved(store, bufferOf(JSON.stringify(at)), undefined, at);
			await second.delete({ ...key, agentId: "" });
			assert.equal(await store.load({ ...key, agentId: "" }), undefined);
			assert.ok(await store.load(key), "Deleting one agent's buffer took another's.");
			await second.delete({ userId: key.userId, sessionId: key.sessionId });
			for (const at of own) assert.equal(await store.load(at), undefined);
			for (const at of others) assert.deepEqual((await store.load(at))?.buffer, bufferOf(JSON.stringify(at)));
		},
	},
	{
		name: "ids that differ in a lone surrogate or hold NUL do not meet",
		run: async (store) => {
			const ids = ["\ud800", "\ud801", "\ufffd", "a\u0000", "a"];
			for (const agentId of ids) await saved(store, bufferOf(JSON.stringify(agentId)), undefined, { ...key, agentId });
			for (const agentId of ids) assert.deepEqual((await store.load({ ...key, agentId }))?.buffer, bufferOf(JSON.stringify(agentId)));
		},
	},
	{
		name: "buffers go in and out as copies",
		run: async (store) => {
			const part = { text: "original" };
			await saved(store, bufferOf("", { messages: [{ role: "user", content: [part] }] }), undefined);
			part.text = "changed";
			const loaded = await store.load(key);
			Object.assign(Object(loaded?.buffer.messages[0]?.content?.[0]), { text: "changed too" });
			assert.deepEqual((await store.load(key))?.buffer, bufferOf("original"));
		},
	},
];
