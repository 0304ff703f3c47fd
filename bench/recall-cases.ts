import { createSessionCompressor, cursorOf, emptyDraft, type SessionCompressor, type SessionScope } from "@foldback/session-compressor";
import type { SessionStore } from "@foldback/session-store";
import { flowId, type SessionPlan, userId } from "./load-database.ts";
import { measure, toTable } from "./measure.ts";

export const totalRows = 1_000_000;
export const messageChars = 300;
const recentMessages = 10;
const backlog = 10;
const loops = { rounds: 1_500, warmUp: 100 };

/** Sessions of the lengths to compare; others fill the database up. */
export const plans: readonly SessionPlan[] = [
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

/** Sessions of 100 messages that fill the database up. */
export function otherSessions(): readonly SessionPlan[] {
	const missing = totalRows - plans.reduce((sum, { rows }) => sum + rows, 0);
	return Array.from({ length: missing / 100 }, (_, index) => ({ sessionId: `other ${index}`, rows: 100 }));
}

/** Times recall without a fold. @returns a table with a title. */
export async function timeRecalls(store: SessionStore): Promise<string> {
	const compressor = createCompressor(store);
	for (const { sessionId, contextId } of cases) await absorbAllButBacklog(store, scopeOf(sessionId, contextId));
	const recalls = cases.map(({ name, sessionId, contextId }) => ({ name, run: () => recallWithoutFold(compressor, scopeOf(sessionId, contextId)) }));
	return `\nrecall without a fold, N = ${recentMessages}, ${backlog} messages in the backlog\n${toTable(await measure(recalls, loops))}`;
}

/** Times the session list. @returns a table. */
export async function timeSessionList(store: SessionStore): Promise<string> {
	const lists = [{ name: `list of ${plans.length + otherSessions().length} sessions`, run: () => store.messages.sessions(userId, { flowId }) }];
	return `\n${toTable(await measure(lists, { rounds: 20, warmUp: 2 }))}`;
}

export async function append(store: SessionStore, sessionId: string): Promise<void> {
	const result = await store.messages.append({ flowId, userId, sessionId, sender: "User", text: "x".repeat(messageChars) });
	if (!result.stored) throw new Error(`The row was not stored: ${result.reason}`);
}

export function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

function createCompressor(store: SessionStore): SessionCompressor {
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
async function absorbAllButBacklog(store: SessionStore, scope: SessionScope): Promise<void> {
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

function scopeOf(sessionId: string, contextId = ""): SessionScope {
	return { flowId, userId, sessionId, contextId };
}
