import { createInterface } from "node:readline";
import { emptyDraft, type SessionMessage, type SessionScope } from "@foldback/session-compressor";
import { openPostgresStore } from "../postgres/open-postgres-store.ts";
import type { SessionStore } from "../session-store.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";

/*
 * A process of its own over a shared file or server, driven by its arguments: `append PLACE COUNT` or `race PLACE`; `open`, which opens the place on each
 * line of its input; or `fold PLACE`, which for each line `read SESSION` reads what a fold needs, and for `save` saves the fold of all that was read. A place is a path or a postgres:// URL. It prints a line for whatever has been acknowledged to it.
 */

const [command, place = "", count = "0"] = process.argv.slice(2);
const session = { flowId: "flow", userId: "ann", sessionId: "chat" };
const scope = { ...session, contextId: "" };

function openPlace(at: string): Promise<SessionStore> {
	return at.startsWith("postgres") ? openPostgresStore({ url: at, maxConnections: 2 }) : openSqliteStore({ path: at });
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

async function append(store: SessionStore): Promise<void> {
	for (let number = 0; number < Number(count); number++) {
		const result = await store.messages.append({ ...session, sender: "User", text: `${process.pid} ${number}` });
		if (result.stored) print(`${result.message.timestampMs} ${result.message.id}`);
	}
}

/** Folds row by row against its rivals, until that many are folded, taking the winner's result whenever it loses. */
async function race(store: SessionStore): Promise<void> {
	for (;;) {
		const state = await store.memory.load(scope);
		const [row] = await store.source.after(scope, state?.cursor, 1);
		if (!row) return;
		if (await foldRow(store, state, row)) print(row.id);
	}
}

async function foldRow(store: SessionStore, state: Awaited<ReturnType<SessionStore["memory"]["load"]>>, row: SessionMessage): Promise<boolean> {
	const through = { timestampMs: row.timestampMs ?? 0, id: row.id };
	const draft = { ...(state ?? emptyDraft), cursor: through, absorbedCount: (state?.absorbedCount ?? 0) + 1, summary: `${state?.summary ?? ""}${row.text};` };
	const result = await store.memory.save(scope, draft, {
		expected: state ? { incarnation: state.incarnation, version: state.version } : "absent",
		batch: { after: state?.cursor, through, rows: [{ id: row.id, revision: row.revision }] },
		fold: { outcome: "saved", messageCount: 1, promptChars: 1, model: "test", durationMs: 1 },
	});
	return result.saved;
}

/** A fold in two steps, so that something can happen in between. Its summary is what it has read, word for word. */
async function foldOnCommand(store: SessionStore): Promise<void> {
	let save = async (): Promise<string> => "nothing was read";
	print("ready");
	for await (const line of createInterface({ input: process.stdin })) {
		if (line === "save") print(await save());
		else {
			const read = { ...session, flowId: `flow-${line.slice(5)}`, sessionId: line.slice(5), contextId: "" };
			save = await readFold(store, read);
			print(`read ${read.sessionId}`);
		}
	}
}

async function readFold(store: SessionStore, read: SessionScope): Promise<() => Promise<string>> {
	const state = await store.memory.load(read);
	const rows = await store.source.after(read, state?.cursor, 100);
	const last = rows.at(-1);
	const through = { timestampMs: last?.timestampMs ?? 0, id: last?.id ?? "" };
	const summary = [state?.summary ?? "", ...rows.map(({ text }) => text)].join("\n");
	const draft = { ...(state ?? emptyDraft), cursor: through, absorbedCount: (state?.absorbedCount ?? 0) + rows.length, summary };
	return async () => {
		const result = await store.memory.save(read, draft, {
			expected: state ? { incarnation: state.incarnation, version: state.version } : "absent",
			batch: { after: state?.cursor, through, rows: rows.map(({ id, revision }) => ({ id, revision })) },
			fold: { outcome: "saved", messageCount: rows.length, promptChars: 1, model: "test", durationMs: 1 },
		});
		return result.saved ? "saved" : result.reason;
	};
}

async function openEach(): Promise<void> {
	print("ready");
	for await (const line of createInterface({ input: process.stdin })) {
		const store = await openPlace(line);
		print(`opened ${await store.flows.count("ann")}`);
		await store.close();
	}
}

async function work(): Promise<void> {
	const store = await openPlace(place);
	if (command === "append") await append(store);
	if (command === "race") await race(store);
	if (command === "fold") await foldOnCommand(store);
	await store.close();
}

await (command === "open" ? openEach() : work());
print("done");
