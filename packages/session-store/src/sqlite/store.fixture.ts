import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cursorOf, emptyDraft, type SaveOptions, type SaveResult, type SessionMessage, type SessionScope } from "@foldback/session-compressor";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import type { MessageRecord } from "../records.ts";
import type { NewMessage, SessionStore } from "../session-store.ts";
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from "./open-sqlite-store.ts";

/** @returns the path of a database that does not exist yet; its folder goes when the test ends. */
export function temporaryPath(): string {
	const folder = mkdtempSync(join(tmpdir(), "foldback-store-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return join(folder, "foldback.db");
}

export interface Bench {
	readonly path: string;
	readonly store: SqliteStore;
	/** A flow of user `ann`. */
	readonly flowId: string;
	/** The scope that reads all of session `chat`, and one that reads its context `side`. */
	readonly scope: SessionScope;
	readonly side: SessionScope;
	readonly clock: { nowMs: number };
	/** Stores a row in session `chat` of `ann`. */
	say(text: string, more?: Partial<NewMessage>): Promise<MessageRecord>;
	/** Another store over the same file. */
	openSecond(): Promise<SqliteStore>;
	/** Runs SQL on a connection beside the store's. */
	sql(statement: string, ...values: readonly unknown[]): readonly Readonly<Record<string, unknown>>[];
}

/** Opens a store over a new file, with one flow and a clock that stands still. */
export async function openBench(options: Partial<SqliteStoreOptions> = {}): Promise<Bench> {
	const path = temporaryPath();
	const clock = { nowMs: 1_700_000_000_000 };
	const open = async () => {
		const opened = await openSqliteStore({ path, now: () => clock.nowMs, synchronous: "normal", ...options });
		onTestFinished(() => opened.close());
		return opened;
	};
	const store = await open();
	const flow = await store.flows.create({ userId: "ann", name: "Support", endpointName: null, document: {} });
	const flowId = flow?.id ?? "";
	const scope = { flowId, userId: "ann", sessionId: "chat", contextId: "" };
	return {
		path,
		store,
		flowId,
		scope,
		side: { ...scope, contextId: "side" },
		clock,
		say: (text, more) => stored(store, { flowId, userId: "ann", sessionId: "chat", sender: "User", text, ...more }),
		openSecond: open,
		sql: sqlRunner(path),
	};
}

/** @returns the stored row. @throws when it was not stored. */
export async function stored(store: SessionStore, message: NewMessage): Promise<MessageRecord> {
	const result = await store.messages.append(message);
	if (!result.stored) throw new Error(`The row was not stored: ${result.reason}`);
	return result.message;
}

/** Folds the next `count` messages of the scope as a compressor would; the summary lists what it absorbed as `id@revision`. */
export async function fold(store: SessionStore, scope: SessionScope, count: number, options: Partial<SaveOptions> = {}): Promise<SaveResult> {
	const prepared = await prepareFold(store, scope, count);
	return prepared.save(options);
}

/** Reads what a fold needs now and saves it later: what happens in between is the test. */
export async function prepareFold(store: SessionStore, scope: SessionScope, count: number) {
	const state = await store.memory.load(scope);
	const rows = await store.source.after(scope, state?.cursor, count);
	const last = rows.at(-1);
	if (!last) throw new Error("There is nothing to fold.");
	const through = cursorOf(last);
	const next = {
		...(state ?? emptyDraft),
		summary: [state?.summary ?? "", ...rows.map(absorbed)].filter((line) => line !== "").join("\n"),
		cursor: through,
		absorbedCount: (state?.absorbedCount ?? 0) + rows.length,
		summaryModel: "test",
	};
	const batch = { after: state?.cursor, through, rows: rows.map(({ id, revision }) => ({ id, revision })) };
	const report = { outcome: "saved", messageCount: rows.length, promptChars: 100, model: "test", durationMs: 5 } as const;
	const expected = state ? { incarnation: state.incarnation, version: state.version } : "absent";
	return { save: (options: Partial<SaveOptions> = {}) => store.memory.save(scope, next, { expected, batch, fold: report, ...options }) };
}

export function absorbed({ id, revision }: Pick<SessionMessage, "id" | "revision">): string {
	return `${id}@${revision}`;
}

/** @returns a function that runs SQL on one connection, opened at its first call. */
function sqlRunner(path: string): Bench["sql"] {
	let client: Database.Database | undefined;
	return (statement, ...values) => {
		client ??= openUntilFinished(path);
		const prepared = client.prepare<unknown[], Record<string, unknown>>(statement);
		if (prepared.reader) return prepared.all(...values);
		prepared.run(...values);
		return [];
	};
}

function openUntilFinished(path: string): Database.Database {
	const client = new Database(path);
	onTestFinished(() => void client.close());
	return client;
}
