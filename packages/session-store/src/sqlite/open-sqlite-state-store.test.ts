import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyDraft } from "@foldback/session-compressor";
import { testSessionStateStore } from "@foldback/store-conformance";
import { expect, test } from "vitest";
import { openSqliteStateStore, type SqliteStateStore } from "./open-sqlite-state-store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

interface Opened {
	readonly path: string;
	readonly store: SqliteStateStore;
	close(): Promise<void>;
}

async function openAt(path: string): Promise<Opened> {
	const store = await openSqliteStateStore({ path, synchronous: "normal" });
	return { path, store, close: store.close };
}

testSessionStateStore(test, {
	name: "sqlite states",
	open: async (): Promise<Opened> => {
		const folder = await mkdtemp(join(tmpdir(), "foldback-states-"));
		const opened = await openAt(join(folder, "states.sqlite"));
		return {
			...opened,
			close: async () => {
				await opened.close();
				await rm(folder, { recursive: true });
			},
		};
	},
	openSecond: (first: Opened) => openAt(first.path),
	capabilities: { journal: true, sharedFlows: true },
	timeoutMs: 30_000,
});

test("a host's database can hold states of other histories: they go with no flow, and its own rows are checked as ever", async () => {
	const folder = await mkdtemp(join(tmpdir(), "foldback-states-"));
	const path = join(folder, "host.sqlite");
	const host = await openSqliteStore({ path });
	const { store, close } = await openAt(path);
	const scope = { flowId: "agent", userId: "u", sessionId: "t", contextId: "" };
	expect(await store.save(scope, { ...emptyDraft, overrides: { a: "b" } }, { expected: "absent" })).toMatchObject({ saved: true });
	expect(await host.memory.save({ ...scope, sessionId: "other" }, emptyDraft, { expected: "absent" })).toEqual({ saved: false, reason: "no-rows" });
	expect(await store.load(scope)).toMatchObject({ overrides: { a: "b" } });
	await close();
	await host.close();
	await rm(folder, { recursive: true });
});
