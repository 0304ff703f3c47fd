import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isEligible } from "../eligible.ts";
import type { Finding } from "../sql/upkeep/finding.ts";
import { whiteSpace } from "../sql/upkeep/white-space.ts";
import { openSqliteStateStore } from "../sqlite/open-sqlite-state-store.ts";
import { fold, stored } from "../sqlite/store.fixture.ts";
import { type DatabaseKind, damage, databaseKinds, openStore, readRows } from "./databases.fixture.ts";
import { examineDatabase } from "./examine-database.ts";
import type { DatabasePlace } from "./place.ts";

const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };
const side = { ...scope, contextId: "side" };
const untouched = { ...scope, sessionId: "other" };

/** Two sessions of eight messages; in `chat` every other one is of context `side`. Folded: 1–3, then 4–5, in `side` 2, 4. Ids are `c1`…`c8` and `o1`…`o8`. */
async function openScene({ newPlace }: DatabaseKind) {
	const place = await newPlace();
	const store = await openStore(place);
	await store.flows.create({ id: "flow", userId: "ann", name: "F", endpointName: null, document: {} });
	const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
	const row = (letter: string, number: number, contextId: string) => ({
		id: `${letter}${number}`,
		contextId,
		sender: "User" as const,
		text: `${letter} ${number}`,
	});
	await store.messages.import(
		{ flowId: "flow", userId: "ann", sessionId: "chat" },
		numbers.map((number) => row("c", number, number % 2 === 0 ? "side" : "")),
	);
	await store.messages.import(
		untouched,
		numbers.map((number) => row("o", number, "")),
	);
	for (const [count, of] of [
		[3, scope],
		[2, scope],
		[2, side],
		[4, untouched],
	] as const) {
		expect(await fold(store, of, count)).toMatchObject({ saved: true });
	}
	await store.runs.add({
		id: "run",
		flowId: "flow",
		userId: "ann",
		inputId: "c1",
		answerId: "c2",
		startedAtMs: 1,
		durationMs: 1,
		status: "finished",
		code: "",
		details: {},
	});
	return { place, store };
}

async function examine(place: DatabasePlace, mend = false): Promise<readonly Finding[]> {
	const findings: Finding[] = [];
	await examineDatabase(place, { mend, onFinding: (finding) => findings.push(finding) });
	return findings;
}

/** Finds the same with and without mending, and nothing afterwards. */
async function expectMended(place: DatabasePlace): Promise<readonly Finding[]> {
	const found = await examine(place);
	expect(await examine(place, true)).toEqual(found);
	expect(await examine(place)).toEqual([]);
	return found;
}

const copyState = "flow_id, user_id, 'ghost', context_id, summary, pinned, overrides, known_keys, covered_until_message_id, covered_until_timestamp";
const copyFold = "sequence, created_at, outcome, code, after_message_id, after_timestamp, through_message_id, through_timestamp, message_count";

describe.each(databaseKinds)("examining a database on $name", (kind) => {
	it("finds nothing where all is well, and counts what it looked at", async () => {
		const { place, store } = await openScene(kind);
		await store.messages.update("ann", "c5", { text: "changed" });
		await store.messages.delete("ann", ["o8"]);
		const findings: Finding[] = [];
		expect(await examineDatabase(place, { mend: false, onFinding: (finding) => findings.push(finding) })).toEqual({
			states: 3,
			snapshots: 3,
			statesAlone: false,
		});
		expect(findings).toEqual([]);
	});

	it("recounts what a state has absorbed (invariant 2), and takes it back to the newest right snapshot", async () => {
		const { place, store } = await openScene(kind);
		await damage(place, "DELETE FROM message WHERE id = 'c4'");
		const before = await store.memory.load(untouched);
		const found = await expectMended(place);
		expect(found.map(({ kind: what, place: at }) => [what, at])).toEqual([
			["state-count", scope],
			["state-cursor", side],
		]);
		expect(found[0]?.problem).toBe("The memory state counts 5 absorbed messages, and 4 messages that a model could see lie at or before its cursor.");
		expect(await store.memory.load(scope)).toMatchObject({ absorbedCount: 3, cursor: { id: "c3" }, summary: "c1@0\nc2@0\nc3@0" });
		expect(await store.memory.load(side)).toBeUndefined();
		expect(await store.memory.load(untouched)).toEqual(before);
		expect(await fold(store, scope, 2)).toMatchObject({ saved: true, state: { absorbedCount: 5 } });
	});

	it("keeps values set by hand, and ends the incarnation, so that no fold under way brings the old memory back", async () => {
		const { place, store } = await openScene(kind);
		const state = await store.memory.load(scope);
		if (!state) throw new Error("no state");
		await store.memory.save(scope, { ...state, overrides: { cluster: "EU" } }, { expected: state });
		await damage(place, "DELETE FROM message WHERE id = 'c1'");
		await expectMended(place);
		const mended = await store.memory.load(scope);
		expect(mended).toMatchObject({ overrides: { cluster: "EU" }, absorbedCount: 0, version: 1 });
		expect(mended?.cursor).toBeUndefined();
		expect(mended?.incarnation).not.toBe(state.incarnation);
		expect(await store.memory.journal?.list(scope)).toEqual([]);
	});

	it.each([
		["state-count", "UPDATE session_memory_state SET absorbed_count = 77 WHERE context_id = '' AND session_id = 'chat'", 5],
		["state-cursor", "UPDATE session_memory_state SET covered_until_timestamp = covered_until_timestamp + 1 WHERE context_id = '' AND session_id = 'chat'", 5],
		["state-cursor", "UPDATE session_memory_state SET covered_until_message_id = 'c0' WHERE context_id = '' AND session_id = 'chat'", 5],
		["state-unreadable", "UPDATE session_memory_state SET pinned = '[' WHERE context_id = '' AND session_id = 'chat'", 5],
		["state-unreadable", "UPDATE session_memory_state SET overrides = '[1]' WHERE context_id = '' AND session_id = 'chat'", 5],
		["state-unreadable", "UPDATE session_memory_state SET known_keys = '{}' WHERE context_id = '' AND session_id = 'chat'", 5],
		["state-count", "UPDATE message SET eligible = eligible, context_id = 'side' WHERE id = 'c3'", 5],
	])("mends %s after %s", async (what, statement, absorbedCount) => {
		const { place, store } = await openScene(kind);
		await damage(place, statement);
		expect((await expectMended(place)).map(({ kind: found }) => found)).toEqual([what]);
		expect(await store.memory.load(scope)).toMatchObject({ absorbedCount });
	});

	it.each([
		["without a state", "DELETE FROM session_memory_state WHERE session_id = 'chat' AND context_id = ''", "2 snapshots without a memory state"],
		[
			"beyond the state's cursor",
			`UPDATE session_memory_fold SET through_timestamp = through_timestamp + 9 WHERE through_message_id = 'c3'`,
			"1 snapshot that do",
		],
		["that are no snapshots", "UPDATE session_memory_fold SET snapshot = '{}' WHERE through_message_id = 'c5'", "1 snapshot that do"],
		["with a wrong count", `UPDATE session_memory_fold SET snapshot = replace(snapshot, '"absorbedCount":3', '"absorbedCount":4')`, "1 snapshot that do"],
	])("deletes snapshots %s", async (_, statement, problem) => {
		const { place } = await openScene(kind);
		await damage(place, statement);
		const found = await expectMended(place);
		expect(found).toMatchObject([{ kind: "snapshots", place: scope, problem: expect.stringContaining(problem) }]);
	});

	it("deletes what is left of sessions and contexts without messages: states, journal entries, run records", async () => {
		const { place, store } = await openScene(kind);
		await damage(
			place,
			`INSERT INTO session_memory_state SELECT ${copyState}, absorbed_count, absorbed_digest, summary_model, incarnation, version, created_at, updated_at
				FROM session_memory_state WHERE session_id = 'other';
			INSERT INTO session_memory_fold SELECT flow_id, user_id, session_id, 'empty', ${copyFold}, prompt_chars, model, input_tokens, output_tokens, duration_ms, ''
				FROM session_memory_fold WHERE session_id = 'other';
			UPDATE run_record SET session_id = 'third' WHERE id = 'run'`,
		);
		const found = await expectMended(place);
		expect(found.map(({ kind: what, place: at, problem }) => [what, at.sessionId, at.contextId, problem]).sort()).toEqual([
			["rows-gone", "ghost", undefined, "The session has no messages, and this is left of it: 1 memory state."],
			["rows-gone", "other", "empty", "The context has no messages, and this is left of it: 1 journal entry."],
			["rows-gone", "third", undefined, "The session has no messages, and this is left of it: 1 run record."],
		]);
		expect(await store.memory.load(untouched)).toMatchObject({ absorbedCount: 4 });
		expect(await store.runs.get("ann", "run")).toBeUndefined();
	});

	it("deletes the rows of a flow that is no more, in every table", async () => {
		const { place, store } = await openScene(kind);
		await store.secrets.put({ id: "s", userId: "ann", flowId: "flow", ciphertext: "x" });
		await store.idempotency.claim({ userId: "ann", key: "k", flowId: "flow", sessionId: "chat", fingerprint: "f" }, { owner: "o", untilMs: 1 });
		const kept = await store.flows.create({ id: "kept", userId: "ann", name: "K", endpointName: null, document: {} });
		await stored(store, { ...scope, flowId: kept?.id ?? "", sender: "User", text: "stays" });
		await damage(place, "DELETE FROM flow WHERE id = 'flow'");
		const [found, ...others] = await expectMended(place);
		expect(others).toEqual([]);
		expect(found).toMatchObject({ kind: "flow-gone", place: { flowId: "flow" } });
		expect(found?.problem).toMatch(/1 in idempotency_key, 1 in run_record, 4 in session_memory_fold, 3 in session_memory_state, 16 in message, 1 in secret/);
		expect((await readRows(place, "SELECT flow_id FROM message")).map(({ flow_id: id }) => id)).toEqual(["kept"]);
		expect(await store.secrets.get("ann", "s")).toBeUndefined();
	});

	it("corrects marks of what a model could see, and takes the memory made without regard to them back", async () => {
		const { place, store } = await openScene(kind);
		await stored(store, { ...scope, id: "blank", sender: "User", text: whiteSpace });
		await stored(store, { ...scope, id: "nul", sender: "User", text: "\u0000\u0001" });
		expect(await examine(place)).toEqual([]);
		await damage(place, "UPDATE message SET eligible = NOT eligible WHERE id IN ('c2', 'o7', 'blank', 'nul')");
		const found = await examine(place);
		expect(found.filter(({ kind: what }) => what === "eligible-mark").map(({ problem }) => problem.slice(0, 40))).toHaveLength(4);
		await examine(place, true);
		expect(await examine(place)).toEqual([]);
		expect(await readRows(place, "SELECT id FROM message WHERE NOT eligible")).toEqual([{ id: "blank" }]);
		expect(await store.memory.load(scope)).toBeUndefined();
		expect(await store.memory.load(untouched)).toMatchObject({ absorbedCount: 4 });
	});

	it("finds nothing while a host works, and mends beside it without harm", async () => {
		const { place, store } = await openScene(kind);
		await damage(place, "DELETE FROM message WHERE id = 'o2'");
		let stop = false;
		const work = async () => {
			for (let number = 0; !stop; number++) {
				await stored(store, { ...scope, sender: "User", text: `more ${number}` });
				await fold(store, scope, 1);
				const first = (await store.messages.list("ann", { sessionId: "chat" })).at(-1 - (number % 3));
				if (first) await store.messages.update("ann", first.id, { text: `edited ${number}` });
				// As a host does between requests: SQLite answers at once and would never let go.
				await setImmediate();
			}
		};
		const working = work();
		const rounds = [];
		for (let round = 0; round < 12; round++) rounds.push((await examine(place, true)).map(({ place: at }) => at.sessionId));
		stop = true;
		await working;
		expect(rounds).toEqual([["other"], ...Array.from({ length: 11 }, () => [])]);
		expect(await examine(place)).toEqual([]);
	});
});

it("does not judge memory states of messages that live elsewhere", async () => {
	const [sqlite] = databaseKinds;
	const place = await sqlite?.newPlace();
	if (place?.kind !== "sqlite") throw new Error("no place");
	const states = await openSqliteStateStore({ path: place.path });
	const through = { timestampMs: 5, id: "m" };
	await states.save(
		scope,
		{ summary: "s", pinned: {}, overrides: {}, knownKeys: [], cursor: through, absorbedCount: 1, summaryModel: "t" },
		{
			expected: "absent",
			batch: { after: undefined, through, rows: [{ id: "m", revision: 0 }] },
			fold: { outcome: "saved", messageCount: 1, promptChars: 1, model: "t", durationMs: 1 },
		},
	);
	const findings: Finding[] = [];
	expect(await examineDatabase(place, { mend: true, onFinding: (finding) => findings.push(finding) })).toMatchObject({ statesAlone: true });
	expect(findings).toEqual([]);
	expect(await states.load(scope)).toMatchObject({ absorbedCount: 1 });
	await states.close();
});

it("knows all white space", () => {
	const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
		(code) => (code < 0xd800 || code > 0xdfff) && /\p{White_Space}/u.test(String.fromCodePoint(code)),
	);
	expect([...whiteSpace].map((letter) => letter.codePointAt(0))).toEqual(all);
	expect(isEligible({ text: whiteSpace, files: [], error: false })).toBe(false);
});
