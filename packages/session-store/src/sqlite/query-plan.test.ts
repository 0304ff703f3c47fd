import Database from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { createFlowWork } from "../sql/flow-store.ts";
import { createInvalidation } from "../sql/invalidation.ts";
import { createKeyWork } from "../sql/key-store.ts";
import { createMemoryRows } from "../sql/memory-rows.ts";
import { listMessages } from "../sql/message-list.ts";
import { prepareMessageQueries } from "../sql/message-queries.ts";
import { createSourceReads } from "../sql/message-source.ts";
import { defaultMigrationsDir } from "../sql/migrations.ts";
import { createRunWork } from "../sql/run-store.ts";
import { createSecretWork } from "../sql/secret-store.ts";
import { first } from "../sql/session.ts";
import { sessionListQuery } from "../sql/session-list.ts";
import { runAtOnce, type Work } from "../sql/work.ts";
import { createSession } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { createQueryBuilder } from "./query-builder.ts";

const session = { flowId: "f1", userId: "ann", sessionId: "errors" };
const scope = { ...session, contextId: "" };
const rare = { ...scope, contextId: "rare" };
const cursor = { timestampMs: 5, id: "x" };

const client = new Database(":memory:");
migrate(client, defaultMigrationsDir("sqlite"));
let calls: { readonly query: string; readonly params: unknown[] }[] = [];
const db = createQueryBuilder(client, { logQuery: (query, params) => calls.push({ query, params }) });

/** Many sessions, one of them with 90 % error rows and a context of 10 rows. */
beforeAll(() => {
	client.exec("INSERT INTO flow VALUES ('f1', 'ann', 'F', '', '{}', 1, 1, 1), ('f2', 'ann', 'G', '', '{}', 1, 1, 1)");
	const insert = client.prepare(`INSERT INTO message VALUES (?, ?, 'ann', ?, ?, ?, 0, ?, 'User', 'User', 'text', '[]', ?, 0, 'message', '{}', '[]', NULL)`);
	const add = (number: number, sessionId: string, contextId: string, error: number) =>
		insert.run(`m${number}`, number % 2 ? "f1" : "f2", sessionId, contextId, number, 1 - error, error);
	client.transaction(() => {
		for (let number = 0; number < 4_000; number++) add(number, `s${number % 100}`, "", 0);
		for (let number = 4_001; number < 12_000; number += 2) add(number, "errors", number % 800 === 1 ? "rare" : "", number % 20 === 1 ? 0 : 1);
	})();
});

/** @returns the plan of each query that `work` runs, one line a step. */
function plansOf(work: Work<unknown>): readonly string[] {
	calls = [];
	runAtOnce(work);
	const made = calls;
	return made
		.flatMap(({ query, params }) => client.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`).all(...params))
		.map(({ detail }) => detail);
}

const connection = createSession(db, { now: () => 1, newId: () => "id" });
const source = createSourceReads(connection);
const memory = createMemoryRows(connection);
const inSessionIndex = "SEARCH message USING INDEX message_eligible (flow_id=? AND user_id=? AND session_id=?";
const inContextIndex = "SEARCH message USING INDEX message_eligible_context (flow_id=? AND user_id=? AND session_id=? AND context_id=?";

describe.each([
	["without statistics", "DELETE FROM sqlite_stat1"],
	["with the planner's statistics, which could mislead it", "SELECT 1"],
])("recall's queries %s", (_, statistics) => {
	beforeAll(() => {
		client.exec(`ANALYZE; ${statistics}; ANALYZE sqlite_schema`);
	});

	it("read the state by its key", () => {
		expect(plansOf(memory.load(scope))).toEqual([
			expect.stringMatching(
				/^SEARCH session_memory_state USING INDEX sqlite_autoindex_session_memory_state_1 \(flow_id=\? AND user_id=\? AND session_id=\? AND context_id=\?\)$/,
			),
		]);
	});

	it.each([
		["session", scope, inSessionIndex],
		["context", rare, inContextIndex],
	])("walk the partial index of the %s from one end, with no scan and no sort", (_, reader, index) => {
		expect(plansOf(source.newest(reader, 10, "m1"))).toEqual([`${index})`]);
		expect(plansOf(source.after(reader, cursor, 71, "m1"))).toEqual([`${index} AND (timestamp,id)>(?,?))`]);
		expect(plansOf(source.after(reader, undefined, 71))).toEqual([`${index} AND (timestamp,id)>(?,?))`]);
	});

	it("count in the index alone", () => {
		for (const [reader, index] of [
			[scope, inSessionIndex],
			[rare, inContextIndex],
		] as const) {
			const covering = index.replace("USING INDEX", "USING COVERING INDEX");
			expect(plansOf(source.count(reader, { through: cursor }))).toEqual([`${covering} AND (timestamp,id)<(?,?))`]);
			expect(plansOf(source.count(reader, { after: cursor }))).toEqual([`${covering} AND (timestamp,id)>(?,?))`]);
		}
	});
});

describe("writes", () => {
	it("find the newest row, the flow, the input and the states that absorbed a place by one look-up each", () => {
		const queries = prepareMessageQueries(connection);
		const invalidation = createInvalidation(connection, memory);
		expect(plansOf(first(connection, queries.newest, session))).toEqual([
			"SEARCH message USING COVERING INDEX message_session (flow_id=? AND user_id=? AND session_id=?)",
		]);
		expect(plansOf(first(connection, queries.flowOf, session))).toEqual(["SEARCH flow USING INDEX sqlite_autoindex_flow_1 (id=?)"]);
		expect(plansOf(first(connection, queries.input, { ...session, id: "m1" }))).toEqual(["SEARCH message USING INDEX sqlite_autoindex_message_1 (id=?)"]);
		const [states, ...more] = plansOf(invalidation.rowWritten({ ...rare, timestamp: 20_000, id: "new" }));
		expect(states).toMatch(
			/^SEARCH session_memory_state USING INDEX sqlite_autoindex_session_memory_state_1 \(flow_id=\? AND user_id=\? AND session_id=\? AND context_id=\?\)$/,
		);
		expect(more).toEqual([]);
	});
});

describe("what else each turn reads and writes", () => {
	it("finds the flow by its id or its endpoint name", () => {
		const flows = createFlowWork(connection);
		expect(plansOf(flows.find("ann", "f1"))).toEqual(["SEARCH flow USING INDEX sqlite_autoindex_flow_1 (id=?)"]);
		expect(plansOf(flows.named("ann", "support"))).toEqual(["SEARCH flow USING INDEX flow_endpoint_name (user_id=? AND endpoint_name=?)"]);
	});

	it("finds a key by its hash and a secret by its id", () => {
		expect(plansOf(createKeyWork(connection).find("hash"))).toEqual(["SEARCH api_key USING INDEX api_key_hash (hash=?)"]);
		expect(plansOf(createSecretWork(connection).get("ann", "s1"))).toEqual(["SEARCH secret USING INDEX sqlite_autoindex_secret_1 (user_id=? AND id=?)"]);
	});

	it("adds the run's record without a walk through the rows of its flow", () => {
		const run = { id: "r1", flowId: "f1", userId: "ann", startedAt: 1, durationMs: 1, status: "finished", code: "", details: "{}" };
		const row = "SEARCH message USING INDEX sqlite_autoindex_message_1 (id=?)";
		const steps = plansOf(createRunWork(connection).add({ ...run, inputId: "m1", answerId: "gone" }));
		// Answer, then input, before the lock and under it.
		expect(steps.slice(0, 4)).toEqual([row, row, row, row]);
		expect(steps.slice(4).filter((step) => !step.startsWith("SEARCH"))).toEqual([]);
		expect(steps.at(-1)).toBe("SEARCH run_record USING COVERING INDEX run_record_session (flow_id=? AND user_id=? AND session_id=?)");
	});
});

describe("the session list", () => {
	it("seeks one name after the other and reads no rows", () => {
		const { sql, params } = sessionListQuery(connection, "ann", "f1").toSQL();
		const steps = client
			.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
			.all(...params)
			.map(({ detail }) => detail);
		const reads = steps.filter((step) => step.includes("message"));
		expect(reads).toHaveLength(3);
		for (const step of reads) expect(step).toMatch(/^SEARCH message USING COVERING INDEX message_\w+ \(flow_id=\? AND user_id=\?/);
		expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual(["SCAN session", "SCAN session"]);
	});

	it("costs by sessions and not by rows", () => {
		const { sql, params } = sessionListQuery(connection, "ann", "f1").toSQL();
		expect(client.prepare(sql).all(...params)).toHaveLength(51);
	});
});

describe("a user's messages of all sessions", () => {
	it.each(["ascending", "descending"] as const)("come in order from an index, %s", (order) => {
		expect(plansOf(listMessages(connection, "ann", { order, after: { timestampMs: 100, id: "m1" } }))).toEqual([
			expect.stringMatching(/^SEARCH message USING INDEX message_user \(user_id=\? AND \(timestamp,id\)[<>]\(\?,\?\)\)$/),
		]);
	});
});

describe("a flow's messages of all sessions, when it has most of the user's", () => {
	it.each(["ascending", "descending"] as const)("come in order from an index, without a sort, %s", (order) => {
		expect(plansOf(listMessages(connection, "ann", { flowId: "f1", order, limit: 50 }))).toEqual(["SEARCH message USING INDEX message_user (user_id=?)"]);
	});
});
