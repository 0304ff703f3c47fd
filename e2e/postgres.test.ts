import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostClient, type HostProcess, startHostProcess } from "@foldback/replay";
import { type OwnPostgres, startOwnPostgres } from "@foldback/testing/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { remembering } from "./support/check-story.ts";
import { tellStory } from "./support/story.ts";
import { supportFlow } from "./support/support-flow.ts";

const password = "not-to-be-printed";
const facts = { opening: "I'm working on project PRJ-123 on the EU cluster.", question: "Which cluster were we on again?" };

describe("hosts on Postgres", () => {
	let postgres: OwnPostgres;
	let folder: string;
	let hosts: readonly HostProcess[];
	let flowId: string;

	const sql = async (text: string) => {
		const client = new pg.Client({ connectionString: postgres.url });
		await client.connect();
		await client.query(text);
		await client.end();
	};

	beforeAll(async () => {
		postgres = await startOwnPostgres();
		folder = await mkdtemp(join(tmpdir(), "foldback-e2e-"));
		const url = new URL(postgres.url);
		url.password = password;
		const start = (name: string) =>
			startHostProcess({ dataDir: join(folder, name), env: { DATABASE_URL: url.href, FOLDBACK_SECRET_KEY: "shared by both hosts" } });
		hosts = await Promise.all([start("one"), start("two")]);
		flowId = await createHostClient(hosts[0]?.url ?? "").createFlow(await supportFlow("Story"));
	});
	afterAll(async () => {
		await Promise.all((hosts ?? []).map((host) => host.stop()));
		await postgres?.stop();
		await rm(folder, { recursive: true, force: true });
	});

	test("one tells the story, the other one knows it", async () => {
		const [first, second] = hosts;
		const agent = { ...remembering, pinned_keys: ["project_id", "cluster"] };
		const hostUrl = first?.url ?? "";
		expect(await tellStory({ hostUrl, flowId, sessionId: "story", agent, facts })).toMatch(/\bEU\b/);
		const other = createHostClient(second?.url ?? "");
		expect(await other.run(flowId, { input: facts.question, sessionId: "story", tweaks: { Agent: agent } })).toMatch(/\bEU\b/);
		const { state, journal } = await other.memory(flowId, "story");
		expect(state?.pinned.project_id).toMatch(/PRJ-123/);
		expect(state?.absorbed_count).toBeGreaterThan(60);
		expect(journal.map(({ outcome }) => outcome)).toEqual(journal.map(() => "saved"));
		expect((await other.messages(flowId, "story")).filter(({ text }) => text === facts.opening)).toHaveLength(1);
	});

	test("a database that is away is told with 503, and nothing has to be restarted", async () => {
		const url = `${hosts[0]?.url}/api/v1/monitor/messages?limit=1`;
		await postgres.down("fast");
		const away = await fetch(url);
		expect([away.status, away.headers.get("retry-after")]).toEqual([503, "1"]);
		expect(await away.json()).toMatchObject({ type: "urn:foldback:problem:database-unavailable", detail: expect.not.stringContaining("127.0.0.1") });
		await postgres.up();
		expect((await fetch(url)).status).toBe(200);
	});

	test("the password is printed nowhere", () => {
		for (const host of hosts) {
			expect(host.output()).toMatch(/Postgres at 127\.0\.0\.1/);
			expect(host.output()).not.toContain(password);
		}
	});

	test.each(["28000", "P0001"])("what the database says of itself (%s) reaches no answer and no chat row", async (sqlState) => {
		const secretive = ["db-role", "10.9.8.7", "127.0.0.1", "postgres"];
		await sql(`
			CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
				RAISE EXCEPTION 'role db-role of postgres at 10.9.8.7 may not log in' USING ERRCODE = '${sqlState}';
			END $$;
			CREATE TRIGGER refuse BEFORE INSERT ON message FOR EACH ROW WHEN (NEW.sender = 'Machine' AND NOT NEW.error) EXECUTE FUNCTION refuse()`);
		const sessionId = `refused-${sqlState}`;
		const body = JSON.stringify({ input_value: "Hello", session_id: sessionId });
		for (const stream of [false, true]) {
			const run = await fetch(`${hosts[0]?.url}/api/v1/run/${flowId}?stream=${stream}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body,
			});
			const answer = await run.text();
			expect(answer).toMatch(/urn:foldback:problem:(database-failed|node-failed)/);
			for (const word of secretive) expect(answer).not.toContain(word);
		}
		await sql("DROP TRIGGER refuse ON message; DROP FUNCTION refuse");
		const rows = await createHostClient(hosts[0]?.url ?? "").messages(flowId, sessionId);
		expect(rows.filter(({ error }) => error)).toHaveLength(2);
		for (const host of hosts) expect(host.output()).not.toContain(password);
		for (const word of secretive) expect(JSON.stringify(rows)).not.toContain(word);
	});
});
