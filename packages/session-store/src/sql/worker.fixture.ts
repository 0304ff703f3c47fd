import { createInterface } from "node:readline";
import { emptyDraft, type SessionMessage } from "@foldback/session-compressor";
import { openPostgresStore } from "../postgres/open-postgres-store.ts";
import type { SessionStore } from "../session-store.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";

/*
 * A process of its own over a shared file or server, driven by its arguments: `append PLACE COUNT` or `race PLACE`; or `open`, which opens the place on each
 * line of its input. A place is a path or a postgres:// URL. It prints a line for whatever has been acknowledged to it.
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
	await store.close();
}

await (command === "open" ? openEach() : work());
print("done");
