import { cursorOf, emptyDraft } from "@foldback/session-compressor";
import { openSqliteStore, type SqliteStore } from "@foldback/session-store/sqlite";

const start = Date.parse("2026-01-01T00:00:00Z");
const sentence = "The cluster of project PRJ-123 is in the EU, and the window for the upgrade is on Tuesday at nine. ";

/** A session to make: so many rows, all but the newest `verbatim` of them absorbed when that is given. */
export interface SessionPlan {
	readonly flowId: string;
	readonly sessionId: string;
	readonly rows: number;
	readonly verbatim?: number;
}

/** Fills the database of a host that is not running. */
export async function loadSessions(path: string, plans: readonly SessionPlan[]): Promise<void> {
	const store = await openSqliteStore({ path, synchronous: "normal" });
	try {
		for (const plan of plans) await loadSession(store, plan);
	} finally {
		await store.close();
	}
}

async function loadSession(store: SqliteStore, { flowId, sessionId, rows, verbatim }: SessionPlan): Promise<void> {
	const session = { flowId, userId: "local", sessionId };
	const messages = Array.from({ length: rows }, (_, index) => ({
		sender: index % 2 === 0 ? ("User" as const) : ("Machine" as const),
		text: `${index} ${sentence.repeat(3)}`,
		timestampMs: start + index * 1_000,
	}));
	const place = await store.messages.import(session, messages);
	if (!place) throw new Error(`There is no flow ${flowId}.`);
	if (verbatim === undefined) return;
	const scope = { ...session, contextId: "" };
	const [last] = await store.source.newest(scope, verbatim + 1);
	if (!last) throw new Error(`Session ${sessionId} has not enough rows.`);
	const draft = { ...emptyDraft, summary: "- The project runs on the EU cluster.\n".repeat(40), pinned: { cluster: "EU" }, cursor: cursorOf(last) };
	const result = await store.memory.save(scope, { ...draft, absorbedCount: rows - verbatim, summaryModel: "bench" }, { expected: "absent" });
	if (!result.saved) throw new Error(`The state of ${sessionId} was not saved: ${result.reason}`);
}
