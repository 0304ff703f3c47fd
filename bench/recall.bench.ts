import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSessionCompressor, cursorOf, emptyDraft, type SessionCompressor, type SessionScope } from "@foldback/session-compressor";
import { openSqliteStore, type SqliteStore } from "@foldback/session-store/sqlite";
import { flowId, loadDatabase, type SessionPlan, userId } from "./load-database.ts";
import { measure, toTable } from "./measure.ts";

/*
 * Recall without a fold, over a warm file database of 1,000,000 rows: its cost must not depend on the session's length, on a context's share of it or on
 * rows that no model sees. Goals: p50 under 1 ms, the 100,000 case at most 1.3 times the 100 case.
 */

const totalRows = 1_000_000;
const messageChars = 300;
const recentMessages = 10;
const backlog = 10;
const loops = { rounds: 1_500, warmUp: 100 };

const plans: readonly SessionPlan[] = [
	{ sessionId: "100 messages", rows: 100 },
	{ sessionId: "10,000 messages", rows: 10_000 },
	{ sessionId: "100,000 messages", rows: 100_000 },
	{ sessionId: "with a rare context", rows: 100_000, rareRows: 10 },
	{ sessionId: "90 % errors", rows: 100_000, errorShare: 0.9 },
];

const cases: readonly { readonly name: string; readonly sessionId: string; readonly contextId?: string }[] = [
	{ name: "100 messages", sessionId: "100 messages" },
	{ name: "10,000 messages", sessionId: "10,000 messages" },
	{ name: "100,000 messages", sessionId: "100,000 messages" },
	{ name: "context of 10 in 100,000 messages", sessionId: "with a rare context", contextId: "rare" },
	{ name: "100,000 messages, 90 % of them errors", sessionId: "90 % errors" },
];

const folder = mkdtempSync(join(tmpdir(), "foldback-bench-"));
try {
	await run(join(folder, "bench.db"));
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function run(path: string): Promise<void> {
	const started = performance.now();
	await (await openSqliteStore({ path })).close();
	loadDatabase(path, [...plans, ...otherSessions()], messageChars);
	print(
		`${totalRows.toLocaleString("en")} rows, ${Math.round(statSync(path).size / 2 ** 20)} MiB, loaded in ${Math.round((performance.now() - started) / 1000)} s`,
	);
	const store = await openSqliteStore({ path });
	try {
		const compressor = createCompressor(store);
		for (const { sessionId, contextId } of cases) await absorbAllButBacklog(store, scopeOf(sessionId, contextId));
		const recalls = cases.map(({ name, sessionId, contextId }) => ({ name, run: () => recallWithoutFold(compressor, scopeOf(sessionId, contextId)) }));
		print(`\nrecall without a fold, N = ${recentMessages}, ${backlog} messages in the backlog\n${toTable(await measure(recalls, loops))}`);
		const appends = plans.slice(0, 3).map(({ sessionId }) => ({ name: sessionId, run: () => append(store, sessionId) }));
		print(`\nappend, one fsync each\n${toTable(await measure(appends, { rounds: 200, warmUp: 10 }))}`);
		const lists = [{ name: `list of ${plans.length + otherSessions().length} sessions`, run: () => store.messages.sessions(userId, { flowId }) }];
		print(`\n${toTable(await measure(lists, { rounds: 20, warmUp: 2 }))}`);
	} finally {
		await store.close();
	}
}

/** Sessions of 100 messages that fill the database up. */
function otherSessions(): readonly SessionPlan[] {
	const missing = totalRows - plans.reduce((sum, { rows }) => sum + rows, 0);
	return Array.from({ length: missing / 100 }, (_, index) => ({ sessionId: `other ${index}`, rows: 100 }));
}

function createCompressor(store: SqliteStore): SessionCompressor {
	return createSessionCompressor({
		source: store.source,
		store: store.memory,
		summarizer: () => Promise.reject(new Error("Nothing is folded here.")),
		recentMessages,
		foldTiming: "background",
		clock: { now: Date.now, sleep: () => Promise.reject(new Error("Nothing waits here.")) },
	});
}

/** Puts the state in place that a long chat has between two folds; a scope with nothing older than its backlog has none. */
async function absorbAllButBacklog(store: SqliteStore, scope: SessionScope): Promise<void> {
	const [last, ...verbatim] = await store.source.newest(scope, recentMessages + backlog + 1);
	if (!last || verbatim.length < recentMessages + backlog) return;
	const cursor = cursorOf(last);
	const absorbedCount = await store.source.count(scope, { through: cursor });
	const summary = "- The project PRJ-123 runs on the EU cluster.\n".repeat(40);
	const draft = { ...emptyDraft, summary, pinned: { project_id: "PRJ-123", cluster: "EU" }, cursor, absorbedCount, summaryModel: "bench" };
	const result = await store.memory.save(scope, draft, { expected: "absent" });
	if (!result.saved) throw new Error(`The state of ${scope.sessionId} was not saved: ${result.reason}`);
}

async function recallWithoutFold(compressor: SessionCompressor, scope: SessionScope): Promise<void> {
	const view = await compressor.recall(scope);
	const expected = scope.contextId === "" ? recentMessages + backlog : recentMessages;
	if (view.messages.length !== expected || view.uncovered !== 0)
		throw new Error(`${scope.sessionId}: ${view.messages.length} messages instead of ${expected}.`);
}

async function append(store: SqliteStore, sessionId: string): Promise<void> {
	const result = await store.messages.append({ flowId, userId, sessionId, sender: "User", text: "x".repeat(messageChars) });
	if (!result.stored) throw new Error(`The row was not stored: ${result.reason}`);
}

function scopeOf(sessionId: string, contextId = ""): SessionScope {
	return { flowId, userId, sessionId, contextId };
}

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}
