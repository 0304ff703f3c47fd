import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { runSql } from "../postgres/database.fixture.ts";
import type { MessageRecord } from "../records.ts";
import type { SessionStore } from "../session-store.ts";
import { stored } from "../sqlite/store.fixture.ts";
import { kinds, start, type Worker } from "./processes.fixture.ts";

interface Case {
	readonly store: SessionStore;
	readonly userId: string;
	readonly flowId: string;
	readonly sessionId: string;
	/** Eight rows; the first four are folded, the others are being folded. Row `at` holds a word of its own, as `wordAt` says. */
	readonly rows: readonly MessageRecord[];
}

/** Every write of a session that takes text away or changes what a fold was made from. `lost`: rows whose words no memory may hold afterwards. */
const writes: readonly { readonly name: string; readonly lost: readonly number[]; readonly write: (given: Case) => Promise<unknown> }[] = [
	{ name: "edit a folded row", lost: [1], write: ({ store, userId, rows }) => store.messages.update(userId, id(rows, 1), { text: "changed" }) },
	{ name: "edit a row of the batch", lost: [6], write: ({ store, userId, rows }) => store.messages.update(userId, id(rows, 6), { text: "changed" }) },
	{ name: "delete a folded row", lost: [0], write: ({ store, userId, rows }) => store.messages.delete(userId, [id(rows, 0)]) },
	{ name: "delete a row of the batch", lost: [5], write: ({ store, userId, rows }) => store.messages.delete(userId, [id(rows, 5)]) },
	{
		name: "delete a range",
		lost: [2, 3, 4, 5],
		write: ({ store, userId, rows }) =>
			store.messages.delete(
				userId,
				rows.slice(2, 6).map((row) => row.id),
			),
	},
	{
		name: "delete all rows",
		lost: all(),
		write: ({ store, userId, rows }) =>
			store.messages.delete(
				userId,
				rows.map((row) => row.id),
			),
	},
	{ name: "delete the session", lost: all(), write: ({ store, userId, sessionId }) => store.messages.deleteSessions(userId, [sessionId]) },
	{
		name: "delete the session and use its name again",
		lost: all(),
		write: async ({ store, userId, flowId, sessionId }) => {
			await store.messages.deleteSessions(userId, [sessionId]);
			await stored(store, { flowId, userId, sessionId, sender: "User", text: "a new chat" });
		},
	},
	{ name: "rename the session", lost: [], write: ({ store, userId, sessionId }) => store.messages.renameSession(userId, sessionId, `${sessionId}-new`) },
	{
		name: "rename the session onto another",
		lost: [],
		write: async ({ store, userId, flowId, sessionId }) => {
			await stored(store, { flowId, userId, sessionId: `${sessionId}-other`, sender: "User", text: "another chat" });
			await store.messages.renameSession(userId, sessionId, `${sessionId}-other`);
		},
	},
	{
		name: "rename another session onto it",
		lost: [],
		write: async ({ store, userId, flowId, sessionId }) => {
			await stored(store, { flowId, userId, sessionId: `${sessionId}-other`, sender: "User", text: "another chat", timestampMs: 5 });
			await store.messages.renameSession(userId, `${sessionId}-other`, sessionId);
		},
	},
	{
		name: "import below the cursor",
		lost: [],
		write: ({ store, userId, flowId, sessionId, rows }) =>
			store.messages.import({ flowId, userId, sessionId }, [{ sender: "User", text: "late", timestampMs: rows[1]?.timestampMs ?? 0 }]),
	},
	{ name: "turn a folded row into an error", lost: [2], write: ({ store, userId, rows }) => store.messages.update(userId, id(rows, 2), { error: true }) },
	{ name: "turn a row of the batch into an error", lost: [7], write: ({ store, userId, rows }) => store.messages.update(userId, id(rows, 7), { error: true }) },
	{ name: "blank a folded row", lost: [3], write: ({ store, userId, rows }) => store.messages.update(userId, id(rows, 3), { text: " " }) },
	{ name: "let rows expire", lost: [0, 1], write: ({ store, rows }) => store.messages.expire(rows[2]?.timestampMs ?? 0, 10_000) },
	{ name: "delete the flow", lost: all(), write: ({ store, userId, flowId }) => store.flows.delete(userId, flowId) },
	{ name: "erase the user's chats", lost: all(), write: ({ store, userId }) => store.userData.erase(userId, { flows: false, today: "2026-11-30" }) },
	{ name: "erase everything of the user", lost: all(), write: ({ store, userId }) => store.userData.erase(userId, { flows: true, today: "2026-11-30" }) },
];

describe.each(kinds)("while another process folds a session on $name", ({ place: newPlace, open }) => {
	async function openRace() {
		const place = await newPlace();
		const store = await open(place);
		onTestFinished(() => store.close());
		const folder = start("fold", place);
		await folder.printed(1);
		return { place, store, folder };
	}

	it("no write lets the fold bring anything back", async () => {
		const { place, store, folder } = await openRace();
		for (const [index, { name, lost, write }] of writes.entries()) {
			const given = await prepare(store, folder, index);
			const outcome = await foldAround(folder, given.sessionId, () => write(given));
			expect({ name, outcome }).toEqual({ name, outcome: expect.stringMatching(/^(conflict|stale-history|no-rows)$/) });
			const texts = await textsOf(place);
			for (const at of lost) expect({ name, at, found: texts.includes(wordAt(index, at)) }).toEqual({ name, at, found: false });
			expect({ name, wrong: await miscounted(place) }).toEqual({ name, wrong: [] });
		}
	});

	it("what is done to others does not touch it", async () => {
		const { place, store, folder } = await openRace();
		const given = await prepare(store, folder, 0);
		await store.flows.create({ id: "bobs", userId: "bob", name: "F", endpointName: null, document: {} });
		await stored(store, { flowId: "bobs", userId: "bob", sessionId: given.sessionId, sender: "User", text: "hi" });
		const erase = () => store.userData.erase("bob", { flows: true, today: "2026-11-30" });
		expect(await foldAround(folder, given.sessionId, erase)).toBe("saved");
		expect(await textsOf(place)).toContain(wordAt(0, 7));
	});
});

/** Reads for a fold in the other process, writes here, then lets the fold end. @returns how its save went. */
async function foldAround(folder: Worker, sessionId: string, write: () => Promise<unknown>): Promise<string | undefined> {
	const before = folder.lines.length;
	folder.child.stdin.write(`read ${sessionId}\n`);
	await folder.printed(before + 1);
	await write();
	folder.child.stdin.write("save\n");
	await folder.printed(before + 2);
	return folder.lines[before + 1];
}

/** Eight rows in a flow of their own, of which the other process folds four. */
async function prepare(store: SessionStore, folder: Worker, index: number): Promise<Case> {
	const sessionId = `s${index}`;
	const flowId = `flow-${sessionId}`;
	const rows: MessageRecord[] = [];
	const say = async (at: number) => rows.push(await stored(store, { flowId, userId: "ann", sessionId, sender: "User", text: wordAt(index, at) }));
	await store.flows.create({ id: flowId, userId: "ann", name: "F", endpointName: null, document: {} });
	for (const at of [0, 1, 2, 3]) await say(at);
	expect(await foldAround(folder, sessionId, async () => {})).toBe("saved");
	for (const at of [4, 5, 6, 7]) await say(at);
	return { store, userId: "ann", flowId, sessionId, rows };
}

/** All that states and journal hold. */
async function textsOf(place: string): Promise<string> {
	const rows = await query(place, "SELECT summary || pinned AS text FROM session_memory_state UNION ALL SELECT snapshot FROM session_memory_fold");
	return rows.map(({ text }) => text).join("\n");
}

/** States whose count is not that of the rows at or before their cursor. */
function miscounted(place: string): Promise<readonly unknown[]> {
	const eligible = place.startsWith("postgres") ? "eligible" : "eligible = 1";
	return query(
		place,
		`SELECT session_id FROM session_memory_state s WHERE absorbed_count <> (SELECT count(*) FROM message m WHERE ${eligible} AND m.flow_id = s.flow_id
			AND m.session_id = s.session_id AND (m.timestamp, m.id) <= (s.covered_until_timestamp, s.covered_until_message_id))`,
	);
}

async function query(place: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
	if (place.startsWith("postgres")) return await runSql(place, text);
	const client = new Database(place, { readonly: true });
	try {
		return client.prepare<[], Record<string, unknown>>(text).all();
	} finally {
		client.close();
	}
}

/** A word that stands in one row and nowhere else. */
function wordAt(index: number, at: number): string {
	return createHash("sha256").update(`${index} ${at}`).digest("hex");
}

function id(rows: readonly MessageRecord[], at: number): string {
	return rows[at]?.id ?? "";
}

function all(): readonly number[] {
	return [0, 1, 2, 3, 4, 5, 6, 7];
}
