import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { SessionStore } from "../../session-store.ts";
import { fold, stored } from "../../sqlite/store.fixture.ts";
import { type DatabaseKind, damage, databaseKinds, openStore, readRows } from "../databases.fixture.ts";
import { examineDatabase } from "../examine-database.ts";
import type { DatabasePlace } from "../place.ts";
import { type CopyProgress, copyDatabase } from "./copy-database.ts";

const odd = "nul \u0000\u0001\u0002 'quotes' \" ` \\ emoji 👩‍👩‍👧 \u2028 $1 $&";
const scope = { flowId: "flow", userId: "ann", sessionId: "chat", contextId: "" };

const [sqlite, postgres] = databaseKinds as readonly [DatabaseKind, DatabaseKind];
const ways = [
	{ name: "SQLite to Postgres", from: sqlite, to: postgres },
	{ name: "Postgres to SQLite", from: postgres, to: sqlite },
	{ name: "SQLite to SQLite", from: sqlite, to: sqlite },
	{ name: "Postgres to Postgres", from: postgres, to: postgres },
];

/** A row and more in every table, with the values that are hard to keep. */
async function fill(store: SessionStore, moreMessages = 0): Promise<void> {
	await store.flows.create({ id: "flow", userId: "ann", name: odd, endpointName: odd, document: { [odd]: [odd, 1.5, null] } });
	await store.flows.create({ id: "second", userId: odd, name: "S", endpointName: null, document: {} });
	for (let number = 0; number < 40; number++) {
		const contextId = number % 3 === 0 ? odd : "";
		await stored(store, { ...scope, contextId, sender: "User", text: `${number} ${odd}`, files: [odd], properties: { [odd]: 1 }, contentBlocks: [odd] });
	}
	const more = Array.from({ length: moreMessages }, (_, number) => ({ sender: "User" as const, text: `more ${number}` }));
	await store.messages.import({ ...scope, sessionId: "long" }, more);
	await stored(store, {
		...scope,
		flowId: "second",
		userId: odd,
		sessionId: odd,
		sender: "Machine",
		text: "x".repeat(300_000),
		timestampMs: 8.64e15,
		durationMs: 7,
	});
	await stored(store, { ...scope, sessionId: "same", id: "same-1", sender: "User", text: "one", timestampMs: 5 });
	await stored(store, { ...scope, sessionId: "same", id: "same-0", sender: "User", text: "two", timestampMs: 5, error: true });
	await fold(store, scope, 10);
	await fold(store, scope, 5);
	await fold(store, { ...scope, contextId: odd }, 3);
	const [row] = await store.messages.list("ann", { sessionId: "same" });
	const run = {
		id: "run",
		flowId: "flow",
		userId: "ann",
		inputId: row?.id ?? "",
		answerId: "",
		startedAtMs: 3,
		durationMs: 4,
		status: "failed",
		code: "c",
	} as const;
	await store.runs.add({ ...run, details: { nodes: [odd] } });
	await store.idempotency.claim({ userId: "ann", key: odd, flowId: "flow", sessionId: "chat", fingerprint: "f" }, { owner: "o", untilMs: 1 });
	await store.secrets.put({ id: "s", userId: "ann", flowId: "flow", ciphertext: "AAAA" });
	await store.keys.create({ id: "k", userId: "ann", name: odd, prefix: "fb_", hash: "h" });
	await store.foldSpend.add("ann", "2026-11-30", 2 ** 40);
	await store.flows.createOnce("samples", []);
}

/** Everything that a store tells, in its order. */
async function everything(store: SessionStore) {
	return {
		flows: [await store.flows.list("ann"), await store.flows.list(odd)],
		messages: [await store.messages.list("ann", {}), await store.messages.list(odd, {})],
		states: [await store.memory.load(scope), await store.memory.load({ ...scope, contextId: odd })],
		journal: await store.memory.journal?.list(scope),
		view: await store.source.newest(scope, 15),
		run: await store.runs.get("ann", "run"),
		keys: await store.keys.list(),
		secret: await store.secrets.get("ann", "s"),
		marked: await store.flows.marked("samples"),
		spend: await store.foldSpend.get("ann", "2026-11-30"),
		claim: await store.idempotency.claim({ userId: "ann", key: odd, flowId: "flow", sessionId: "chat", fingerprint: "f" }, { owner: "p", untilMs: 2 }),
	};
}

async function tablesOf(place: DatabasePlace): Promise<readonly unknown[]> {
	const query =
		place.kind === "sqlite" ? "SELECT name FROM sqlite_schema WHERE type = 'table'" : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
	return (await readRows(place, query)).map(({ name }) => name).sort();
}

describe.each(ways)("copying from $name", ({ from, to }) => {
	it("takes everything along exactly, tells what it verified, and leaves nothing of its own", async () => {
		const [source, target] = [await from.newPlace(), await to.newPlace()];
		await fill(await openStore(source));
		const parts: CopyProgress[] = [];
		const { tables } = await copyDatabase(source, target, { onProgress: (part) => void parts.push(part) });
		expect(tables.map(({ table, rows }) => [table, rows])).toEqual([
			["flow", 2],
			["message", 43],
			["session_memory_state", 2],
			["session_memory_fold", 3],
			["run_record", 1],
			["idempotency_key", 1],
			["secret", 1],
			["api_key", 1],
			["fold_spend", 1],
			["mark", 1],
		]);
		expect(parts.filter(({ table, step }) => table === "message" && step === "copying").at(-1)).toMatchObject({ rows: 43, totalRows: 43, resumed: 0 });
		expect(new Set(parts.flatMap(({ step, table }) => (step === "verifying" ? [table] : []))).size).toBe(tables.length);
		expect(await everything(await openStore(target))).toEqual(await everything(await openStore(source)));
		expect(await tablesOf(target)).not.toContain("foldback_copy");
		const findings: unknown[] = [];
		await examineDatabase(target, { mend: false, onFinding: (finding) => findings.push(finding) });
		expect(findings).toEqual([]);
	});
});

describe.each(ways.slice(0, 2))("a copy from $name", ({ from, to }) => {
	it("that is killed goes on where it was, and ends the same", async () => {
		const [source, target] = [await from.newPlace(), await to.newPlace()];
		await fill(await openStore(source), 1_160);
		const child = spawn(process.execPath, ["--conditions=@foldback/source", copier, JSON.stringify(source), JSON.stringify(target)], {
			stdio: ["pipe", "pipe", "inherit"],
		});
		for await (const line of createInterface({ input: child.stdout })) {
			if (/^copying message [1-9]/.test(line)) child.kill("SIGKILL");
		}
		if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
		expect(child.signalCode).toBe("SIGKILL");
		const [left] = await readRows(target, "SELECT count(*) AS count FROM message");
		expect(Number(left?.count)).toBeGreaterThan(0);
		expect(Number(left?.count)).toBeLessThan(1_200);
		const { tables } = await copyDatabase(source, target);
		expect(tables.slice(0, 2)).toMatchObject([{ rows: 2, resumed: 2 }, { rows: 1_203 }]);
		expect(tables[1]?.resumed).toBeGreaterThanOrEqual(Number(left?.count));
		const fresh = await copyDatabase(source, await to.newPlace());
		expect(tables.map(({ rows, checksum }) => [rows, checksum])).toEqual(fresh.tables.map(({ rows, checksum }) => [rows, checksum]));
		expect(await everything(await openStore(target))).toEqual(await everything(await openStore(source)));
	});

	it("that goes on when the source has changed takes what it now holds", async () => {
		const [source, target] = [await from.newPlace(), await to.newPlace()];
		const store = await openStore(source);
		await fill(store);
		await interrupt(source, target);
		const [row] = await store.messages.list("ann", { sessionId: "same" });
		await store.messages.update("ann", row?.id ?? "", { text: "changed meanwhile" });
		await store.flows.update("ann", "flow", { name: "renamed" });
		const { tables } = await copyDatabase(source, target);
		expect(tables[0]).toMatchObject({ rows: 2, resumed: 0 });
		expect(await everything(await openStore(target))).toEqual(await everything(store));
	});

	it("reads one state of a source that is being written", async () => {
		const [source, target] = [await from.newPlace(), await to.newPlace()];
		const store = await openStore(source);
		await fill(store);
		await copyDatabase(source, target, {
			onProgress: async ({ table, step }) => {
				if (table !== "flow" || step !== "copying") return;
				await store.messages.append({ ...scope, sender: "User", text: "late" });
				await store.messages.deleteSessions("ann", ["same"]);
			},
		});
		const copy = await openStore(target);
		const copied = await copy.messages.list("ann", {});
		expect(copied.filter(({ text }) => text === "late")).toEqual([]);
		expect(copied.filter(({ sessionId }) => sessionId === "same")).toHaveLength(2);
		expect((await store.messages.list("ann", {})).filter(({ text }) => text === "late")).not.toEqual([]);
	});

	it("refuses a target with other data and says which, one of another copy, and one that somebody wrote to", async () => {
		const [source, other, target] = [await from.newPlace(), await from.newPlace(), await to.newPlace()];
		await fill(await openStore(source));
		const foreign = await openStore(target);
		await foreign.flows.create({ id: "mine", userId: "bob", name: "M", endpointName: null, document: {} });
		await foreign.foldSpend.add("bob", "2026-01-01", 1);
		const before = await tablesOf(target);
		await expect(copyDatabase(source, target)).rejects.toThrow(/the target holds other data: flow \(1 row\), fold_spend \(1 row\)\. Nothing was copied/);
		expect(await tablesOf(target)).toEqual(before);
		await damage(target, "DELETE FROM flow; DELETE FROM fold_spend");
		await interrupt(source, target);
		await openStore(other);
		await expect(copyDatabase(other, target)).rejects.toThrow(/the target holds an unfinished copy of/);
		await damage(target, "UPDATE flow SET name = 'theirs'");
		await expect(copyDatabase(source, target)).rejects.toThrow(/table flow was written by another program/);
	});

	it("that writes what another program changes at the same time is found out", async () => {
		const [source, target] = [await from.newPlace(), await to.newPlace()];
		await fill(await openStore(source));
		const copying = copyDatabase(source, target, {
			onProgress: async ({ table }) => {
				if (table === "fold_spend") await damage(target, "UPDATE message SET text = 'spoilt' WHERE id = 'same-1'");
			},
		});
		await expect(copying).rejects.toThrow(/table message is not what was copied: 43 rows with checksum .* and 43 with/);
	});

	it("says what to do about rows of flows that are no more", async () => {
		const [source, target] = [await from.newPlace(), await to.newPlace()];
		await fill(await openStore(source));
		await damage(source, "DELETE FROM flow WHERE id = 'second'");
		await expect(copyDatabase(source, target)).rejects.toThrow(/rows of flows that are no more\. Run foldback doctor --fix/);
	});
});

it("names a source that is not there, and one that is the target", async () => {
	const place = await sqlite.newPlace();
	await expect(copyDatabase(place, await sqlite.newPlace())).rejects.toThrow(/there is no such file/);
	await expect(copyDatabase(place, place)).rejects.toThrow(/the same database/);
});

const copier = fileURLToPath(new URL("copier.fixture.ts", import.meta.url));

/** A copy that fails when the messages are there. */
async function interrupt(source: DatabasePlace, target: DatabasePlace): Promise<void> {
	const copying = copyDatabase(source, target, {
		onProgress: ({ table }) => {
			if (table === "session_memory_state") throw new Error("interrupted");
		},
	});
	await expect(copying).rejects.toThrow("interrupted");
}
