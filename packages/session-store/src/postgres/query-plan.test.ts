import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Session, unnamed } from "../sql/session.ts";
import { sessionListQuery } from "../sql/session-list.ts";
import { createStoreParts } from "../sql/store-parts.ts";
import { done, runInTurn, type Work, waitFor } from "../sql/work.ts";
import { statementContext } from "./connection.ts";
import { createDatabase } from "./database.fixture.ts";
import { openPostgresStore } from "./open-postgres-store.ts";
import { connectionSettings } from "./pool.ts";

const scope = { flowId: "f1", userId: "ann", sessionId: "errors", contextId: "" };
const rare = { ...scope, contextId: "rare" };
const cursor = { timestampMs: 5, id: "x" };

let client: pg.Client;
let drop: () => Promise<void>;
let calls: { readonly query: string; readonly params: unknown[] }[] = [];

/** Many sessions, one of them with 90 % error rows and a context of 10 rows. */
beforeAll(async () => {
	const database = await createDatabase();
	drop = database.drop;
	await (await openPostgresStore({ url: database.url })).close();
	client = new pg.Client({ connectionString: database.url });
	await client.connect();
	await client.query(connectionSettings({ lockTimeoutMs: 0, statementTimeoutMs: 0 }));
	await client.query(`
		INSERT INTO flow VALUES ('f1', 'ann', 'F', '', '{}', 1, 1, 1), ('f2', 'ann', 'G', '', '{}', 1, 1, 1);
		INSERT INTO message SELECT 'm' || n, CASE WHEN n % 2 = 1 THEN 'f1' ELSE 'f2' END, 'ann', 's' || n % 100, '', n, 0, true, 'User', 'User', 'text', '[]',
			false, false, 'message', '{}', '[]', NULL FROM generate_series(0, 3999) AS n;
		INSERT INTO message SELECT 'm' || n, 'f1', 'ann', 'errors', CASE WHEN n % 800 = 1 THEN 'rare' ELSE '' END, n, 0, n % 20 = 1, 'User', 'User', 'text', '[]',
			n % 20 <> 1, false, 'message', '{}', '[]', NULL FROM generate_series(4001, 19999, 2) AS n;
		ANALYZE`);
});
afterAll(async () => {
	await client.end();
	await drop();
});

/** @returns the plan of each statement that `work` runs, as one text. */
async function plansOf(work: (parts: ReturnType<typeof createStoreParts>, session: Session) => Work<unknown>): Promise<readonly string[]> {
	calls = [];
	const db = drizzle(client, { logger: { logQuery: (query, params) => calls.push({ query, params }) } });
	const session: Session = {
		...statementContext(db),
		now: () => 1,
		newId: () => "id",
		run: (statement, values) => waitFor(statement.execute(values)),
		lock: () => done(undefined),
	};
	await runInTurn(work(createStoreParts(session), session));
	const plans: string[] = [];
	for (const { query, params } of calls.slice()) {
		const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${query}`, params);
		plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
	}
	return plans;
}

describe.each([
	["custom", "force_custom_plan"],
	["generic, as for the hundredth call of a prepared statement", "force_generic_plan"],
])("recall's queries with a plan that is %s", (_, mode) => {
	beforeAll(() => client.query(`SET plan_cache_mode = ${mode}`));

	it.each([
		["session", scope, "message_eligible"],
		["context", rare, "message_eligible_context"],
	])("walk the partial index of the %s from one end, with no scan and no sort", async (_name, reader, index) => {
		for (const read of [
			await plansOf(({ source }) => source.newest(reader, 10, "m1")),
			await plansOf(({ source }) => source.after(reader, cursor, 71, "m1")),
			await plansOf(({ source }) => source.after(reader, undefined, 71)),
		]) {
			expect(read).toHaveLength(1);
			expect(read[0]).toMatch(new RegExp(`Index Scan (Backward )?using ${index} on message`));
			expect(read[0]).not.toMatch(/Sort|Seq Scan|Bitmap/);
		}
	});

	it("count by the index, and read the state by its key", async () => {
		const [counted] = await plansOf(({ source }) => source.count(rare, { through: cursor }));
		expect(counted).toMatch(/Index (Only )?Scan using message_eligible_context/);
		const [state] = await plansOf(({ states }) => states.load(scope));
		expect(state).toMatch(/Seq Scan on session_memory_state|Index Scan using session_memory_state_key/);
	});
});

describe("the session list", () => {
	it("seeks one name after the other and reads no rows", async () => {
		const [plan] = await plansOf((_, session) => session.run(sessionListQuery(session, "ann", "f1").prepare(unnamed)));
		expect(plan?.match(/Index Only Scan Backward using message_session on message/g)).toHaveLength(2);
		expect(plan).not.toMatch(/Seq Scan|Sort|Bitmap/);
	});
});

describe("a user's messages of all sessions", () => {
	it.each(["ascending", "descending"] as const)("come in order from an index, %s", async (order) => {
		const [plan] = await plansOf(({ messages }) => messages.list("ann", { order, after: { timestampMs: 100, id: "m1" } }));
		expect(plan).toMatch(/Index Scan (Backward )?using message_user on message/);
		expect(plan).not.toMatch(/Seq Scan|Sort|Bitmap/);
	});
});

describe("a flow's messages of all sessions, when it has most of the user's", () => {
	it.each(["ascending", "descending"] as const)("come in order from an index, without a sort, %s", async (order) => {
		const [plan] = await plansOf(({ messages }) => messages.list("ann", { flowId: "f1", order, limit: 50 }));
		expect(plan).toMatch(/Index Scan (Backward )?using message_user on message/);
		expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/);
	});
});
