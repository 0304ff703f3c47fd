import assert from "node:assert/strict";
import type { FoldedMemory, MessageSource, SaveResult, SessionMemoryDraft, SessionScope, SessionStateStore } from "@foldback/session-compressor";
import { draftOf, journalOf, memoryOf, summaryOf } from "./fixtures.ts";

/** Whatever the store's objects are made of (prototypes, key order), their own properties must be these. */
export function assertMemory(actual: FoldedMemory | undefined, wanted: FoldedMemory, message: string): void {
	assert.ok(actual, `${message}: there is none.`);
	assert.deepEqual(comparable(memoryOf(actual)), comparable(memoryOf(wanted)), message);
}

export async function assertStored(store: SessionStateStore, scope: SessionScope, wanted: SessionMemoryDraft, message: string): Promise<void> {
	const state = await store.load(scope);
	assert.ok(state, `${message}: load gives nothing.`);
	assert.deepEqual(comparable(draftOf(state)), comparable(wanted), message);
}

export async function assertNothing(store: SessionStateStore, scope: SessionScope, message: string): Promise<void> {
	assert.equal(await store.load(scope), undefined, `${message}: a state is there.`);
	assert.deepEqual(await journalOf(store, scope), [], `${message}: the journal is not empty.`);
}

export function assertRefused(result: SaveResult, reasons: readonly string[], message: string): void {
	assert.equal(result.saved, false, `${message}: the save went through.`);
	if (!result.saved) assert.ok(reasons.includes(result.reason), `${message}: the reason is ${result.reason}, not ${reasons.join(" or ")}.`);
}

/** Runs `work`, after which state and journal of the scope must be as before, incarnation and version included. */
export async function assertUntouched(store: SessionStateStore, scope: SessionScope, message: string, work: () => Promise<unknown>): Promise<void> {
	const before = [await store.load(scope), await journalOf(store, scope)];
	await work();
	assert.deepEqual([await store.load(scope), await journalOf(store, scope)], before, message);
}

/** State and every snapshot must tell exactly of the eligible rows up to their cursors as they are now: nothing forgotten, nothing old, nothing foreign. */
export async function assertTruthful(store: SessionStateStore, source: MessageSource, scope: SessionScope, message: string): Promise<void> {
	const rows = await source.after(scope, undefined, 100_000);
	const state = await store.load(scope);
	const snapshots = (await journalOf(store, scope)).flatMap((record) => record.snapshot ?? []);
	for (const memory of state ? [state, ...snapshots] : snapshots) {
		const end = memory.cursor ? await source.count(scope, { through: memory.cursor }) : 0;
		assert.equal(memory.absorbedCount, end, `${message}: absorbedCount is not the number of eligible rows up to the cursor.`);
		assert.equal(memory.summary, summaryOf(rows.slice(0, end)), `${message}: the memory tells of other rows than those up to its cursor.`);
	}
	if (!state) assert.deepEqual(snapshots, [], `${message}: snapshots without a state.`);
	if (rows.length === 0 && state) assert.equal(state.cursor, undefined, `${message}: something is absorbed of a scope that has no eligible rows.`);
}

/** A value with all records as maps, so that `__proto__` and the like are compared as keys. */
function comparable(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(comparable);
	if (typeof value !== "object" || value === null) return value;
	return new Map(
		Object.entries(value)
			.filter(([, part]) => part !== undefined)
			.map(([key, part]): [string, unknown] => [key, comparable(part)]),
	);
}
