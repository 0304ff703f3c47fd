import fc from "fast-check";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { duringWork } from "./current-work.ts";
import { createHostLog } from "./host-log.ts";
import { createLogger, type LogOptions } from "./log.ts";

function collect(options: LogOptions = {}) {
	const lines: string[] = [];
	const log = createLogger((line) => lines.push(line), { now: () => 0, ...options });
	return { log, lines, read: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

it("writes one line of JSON with time, level, event and fields", () => {
	const { log, lines, read } = collect();
	log.warn("fold-failed", { flowId: "f", usage: { inputTokens: 1 }, many: "a\nb" });
	log.info("stopped");
	log.debug("request");
	expect(read()).toEqual([
		{ time: "1970-01-01T00:00:00.000Z", level: "warn", event: "fold-failed", flowId: "f", usage: { inputTokens: 1 }, many: "a\nb" },
		{ time: "1970-01-01T00:00:00.000Z", level: "info", event: "stopped" },
	]);
	expect(lines.every((line) => !line.includes("\n"))).toBe(true);
});

it("names request and run in all lines of them, also those of what they leave for later, and mixes none up", async () => {
	const { log, read } = collect();
	const later: Promise<unknown>[] = [];
	const run = (requestId: string, runId: string) =>
		duringWork({ requestId }, () =>
			duringWork({ runId }, async () => {
				log.info("one");
				later.push(Promise.resolve().then(() => log.info("later")));
			}),
		);
	await Promise.all([run("a", "1"), run("b", "2")]);
	await Promise.all(later);
	log.info("outside");
	expect(read().map(({ event, requestId, runId }) => [event, requestId, runId].join(" "))).toEqual([
		"one a 1",
		"one b 2",
		"later a 1",
		"later b 2",
		"outside  ",
	]);
});

it("writes what the level asks for", () => {
	const levels = (level: NonNullable<LogOptions["level"]>) => {
		const { log, read } = collect({ level });
		for (const name of ["debug", "info", "warn", "error"] as const) log[name]("x");
		return read().length;
	};
	expect((["debug", "info", "warn", "error", "silent"] as const).map(levels)).toEqual([4, 3, 2, 1, 0]);
});

it("writes no field that is named like a secret, none that is long, and never one of the host's own secrets, whatever they look like", () => {
	fc.assert(
		fc.property(fc.string({ minLength: 8, unit: "binary" }), fc.constantFrom("at", "detail", "code"), (secret, field) => {
			fc.pre(!"time level event warn detail nested (hidden) 1970-01-01T00:00:00.000Z".includes(secret));
			const { log, lines } = collect({ secrets: [secret] });
			log.warn("x", { [field]: `before ${secret} after`, nested: { [field]: secret } });
			expect(lines.join()).not.toContain(JSON.stringify(secret).slice(1, -1));
		}),
	);
	const { log, read } = collect();
	log.info("x", { apiKey: "sk-123", nested: { password: "hunter2" }, text: "x".repeat(1_000) });
	expect(read()[0]).toMatchObject({ apiKey: "(hidden)", nested: { password: "(hidden)" }, text: `${"x".repeat(300)}…` });
});

it("knows the secrets of a configuration: keys, the password of the database in both spellings, values for flows and for MCP servers", () => {
	const secrets = ["sk-0123456789", "correct horse battery", "p@ssword-of-db", "p%40ssword-of-db", "value-for-a-flow", "value-for-a-server"];
	const config = readConfig({
		OPENAI_API_KEY: secrets[0],
		FOLDBACK_SECRET_KEY: secrets[1],
		DATABASE_URL: `postgres://u:${secrets[3]}@db.example/chat`,
		FOLDBACK_VARIABLES: "TAVILY",
		TAVILY: secrets[4],
		FOLDBACK_MCP_SERVERS: JSON.stringify({ s: { command: "c", env: { KEY: secrets[5] } } }),
	});
	const lines: string[] = [];
	const log = createHostLog(config, (line) => lines.push(line));
	for (const secret of secrets) log.info("x", { detail: `it was ${secret}` });
	expect(lines.filter((line) => !line.includes("(hidden)"))).toEqual([]);
	for (const secret of secrets) expect(lines.join()).not.toContain(secret);
});
