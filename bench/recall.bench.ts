import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@foldback/session-store/sqlite";
import { loadDatabase } from "./load-database.ts";
import { measure, toTable } from "./measure.ts";
import { append, messageChars, otherSessions, plans, print, timeRecalls, timeSessionList, totalRows } from "./recall-cases.ts";

/*
 * Recall without a fold, over a warm file database of 1,000,000 rows: its cost must not depend on the session's length, on a context's share of it or on
 * rows that no model sees. Goals: p50 under 1 ms, the 100,000 case at most 1.3 times the 100 case.
 */

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
		`SQLite: ${totalRows.toLocaleString("en")} rows, ${Math.round(statSync(path).size / 2 ** 20)} MiB, loaded in ${Math.round((performance.now() - started) / 1000)} s`,
	);
	const store = await openSqliteStore({ path });
	try {
		print(await timeRecalls(store));
		const appends = plans.slice(0, 3).map(({ sessionId }) => ({ name: sessionId, run: () => append(store, sessionId) }));
		print(`\nappend, one fsync each\n${toTable(await measure(appends, { rounds: 200, warmUp: 10 }))}`);
		print(await timeSessionList(store));
	} finally {
		await store.close();
	}
}
