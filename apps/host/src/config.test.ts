import { resolve } from "node:path";
import { expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

it("has a default for everything", () => {
	expect(readConfig({})).toEqual({
		host: "127.0.0.1",
		port: 7860,
		dataDir: resolve("data"),
		databaseFile: resolve("data/foldback.db"),
		model: "",
		openaiApiKey: undefined,
		openaiBaseUrl: undefined,
		secretKey: undefined,
		variables: {},
		folding: { foldTiming: "background" },
		access: "local",
		foldTokenBudget: undefined,
		redact: undefined,
		retentionDays: undefined,
		rateLimit: { calls: 1_200, perMs: 60_000 },
		corsOrigins: new Set(),
		mcpServers: {},
		telemetry: { traces: false, metrics: false, prometheus: false, protocol: "http/protobuf", intervalMs: 60_000, sampledShare: 1 },
		logLevel: "info",
		drainMs: 0,
		stopMs: 10_000,
	});
});

it("reads every variable", () => {
	const config = readConfig({
		HOST: "localhost",
		PORT: "0",
		FOLDBACK_DATA_DIR: "/var/lib/foldback",
		DATABASE_URL: "sqlite:/srv/chat.db",
		OPENAI_API_KEY: "sk-test",
		OPENAI_BASE_URL: "http://localhost:11434/v1",
		FOLDBACK_MODEL: "qwen3",
		FOLDBACK_SECRET_KEY: "correct horse battery staple",
		FOLDBACK_VARIABLES: "TAVILY_API_KEY, UNSET",
		TAVILY_API_KEY: "tvly",
		FOLDBACK_FOLD_THRESHOLD: "10",
		FOLDBACK_FOLD_TOKENS: "2000",
		FOLDBACK_MAX_BATCH: "40",
		FOLDBACK_MAX_MESSAGE_CHARS: "1000",
		FOLDBACK_SUMMARY_WORDS: "200",
		FOLDBACK_FOLD_TIMING: "inline",
		FOLDBACK_FOLD_TIMEOUT_MS: "5000",
		FOLDBACK_BETWEEN_FOLDS: "omit",
		FOLDBACK_RECENT_TOKENS: "3000",
		FOLDBACK_SUMMARY_PLACEMENT: "merge",
		FOLDBACK_AUTH: "keys",
		FOLDBACK_FOLD_TOKEN_BUDGET: "50000",
		FOLDBACK_REDACT: '["sk-\\\\w+"]',
		FOLDBACK_RETENTION_DAYS: "30",
		FOLDBACK_RATE_LIMIT: "5/second",
		FOLDBACK_CORS_ORIGINS: "https://chat.example.com, http://localhost:3000",
		FOLDBACK_MCP_SERVERS: '{"clock": {"command": "clock-server", "args": ["--utc"]}}',
		FOLDBACK_METRICS: "prometheus",
		OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
		OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
		OTEL_METRICS_EXPORTER: "none",
		OTEL_METRIC_EXPORT_INTERVAL: "5000",
		OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
		OTEL_TRACES_SAMPLER_ARG: "0.25",
		FOLDBACK_LOG_LEVEL: "warn",
		FOLDBACK_DRAIN_SECONDS: "5",
		FOLDBACK_STOP_SECONDS: "30",
	});
	expect(config).toEqual({
		host: "localhost",
		port: 0,
		dataDir: "/var/lib/foldback",
		databaseFile: "/srv/chat.db",
		model: "qwen3",
		openaiApiKey: "sk-test",
		openaiBaseUrl: "http://localhost:11434/v1",
		secretKey: "correct horse battery staple",
		access: "keys",
		foldTokenBudget: 50_000,
		redact: '["sk-\\\\w+"]',
		retentionDays: 30,
		rateLimit: { calls: 5, perMs: 1_000 },
		corsOrigins: new Set(["https://chat.example.com", "http://localhost:3000"]),
		mcpServers: { clock: { command: "clock-server", args: ["--utc"] } },
		telemetry: { traces: true, metrics: false, prometheus: true, protocol: "http/json", intervalMs: 5_000, sampledShare: 0.25 },
		logLevel: "warn",
		drainMs: 5_000,
		stopMs: 30_000,
		variables: { TAVILY_API_KEY: "tvly" },
		folding: {
			foldThreshold: 10,
			foldTokens: 2000,
			maxBatch: 40,
			maxMessageChars: 1000,
			summaryWords: 200,
			foldTiming: "inline",
			foldTimeoutMs: 5000,
			betweenFolds: "omit",
			recentTokens: 3000,
			summaryPlacement: "merge",
		},
	});
});

it("takes a Postgres address", () => {
	const url = "postgresql://u:p%40ss@db.example:5433/chat?sslmode=require";
	expect(readConfig({ DATABASE_URL: url, FOLDBACK_MAX_CONNECTIONS: "25" })).toMatchObject({ databaseUrl: url, maxConnections: 25 });
	expect(() => readConfig({ DATABASE_URL: "postgres://u:hunter2@[db/x" })).toThrow(/DATABASE_URL is its value \(hidden\)/);
});

it("takes an empty variable as unset", () => {
	expect(readConfig({ PORT: "", FOLDBACK_FOLD_TIMING: " ", OPENAI_API_KEY: "" })).toEqual(readConfig({}));
});

it("tells every mistake at once, with variable, value and what is allowed, and no secret", () => {
	const read = () =>
		readConfig({
			PORT: "80a",
			FOLDBACK_FOLD_TIMING: "later",
			FOLDBACK_MAX_BATCH: "0",
			FOLDBACK_SECRET_KEY: "hunter2",
			DATABASE_URL: "mysql://u:hunter3@db/x",
		});
	expect(read).toThrow(ConfigError);
	expect(read).toThrow(/PORT is "80a"; allowed is a whole number of the port from 0 to 65535\./);
	expect(read).toThrow(/FOLDBACK_FOLD_TIMING is "later"; allowed is one of inline, background\./);
	expect(read).toThrow(/FOLDBACK_MAX_BATCH is "0"; allowed is a whole number of messages from 1 to 1000\./);
	expect(read).toThrow(/FOLDBACK_SECRET_KEY is its value \(hidden\); allowed is at least 16 characters\./);
	expect(read).toThrow(/DATABASE_URL is its value \(hidden\); allowed is unset, for SQLite in the data folder, or sqlite:PATH, or postgres:/);
	expect(read).not.toThrow(/hunter/);
});

it("checks what belongs together, by the names of the variables", () => {
	expect(() => readConfig({ FOLDBACK_MAX_BATCH: "10" })).toThrow("FOLDBACK_MAX_BATCH is 10, but must be at least FOLDBACK_FOLD_THRESHOLD, which is 20.");
	expect(() => readConfig({ FOLDBACK_MODEL: "gpt-4o" })).toThrow(/FOLDBACK_MODEL is "gpt-4o"; allowed is offline-demo/);
	expect(readConfig({ FOLDBACK_MODEL: "offline-demo" }).model).toBe("offline-demo");
});

it.each(["0.0.0.0", "192.168.1.4", "::", "example.com", "127.0.0.1.example.com"])("asks for keys on %s, where everybody could reach it", (host) => {
	expect(readConfig({ HOST: host }).access).toBe("keys");
	expect(() => readConfig({ HOST: host, FOLDBACK_AUTH: "local" })).toThrow(/HOST .*everybody.*loopback/);
});

it.each(["[]", "{", '{"a": {"args": []}}', "/no/such/file"])("says what is wrong with FOLDBACK_MCP_SERVERS=%s", (value) => {
	expect(() => readConfig({ FOLDBACK_MCP_SERVERS: value })).toThrow(/FOLDBACK_MCP_SERVERS is its value \(hidden\); allowed is a JSON object/);
});

it.each(["OPENAI_API_KEY", "FOLDBACK_SECRET_KEY", "DATABASE_URL"])("never gives %s to a flow", (name) => {
	expect(() => readConfig({ FOLDBACK_VARIABLES: `SOME, ${name}`, [name]: name === "DATABASE_URL" ? "sqlite:x.db" : "long enough a value" })).toThrow(
		/FOLDBACK_VARIABLES/,
	);
});

it.each(["0/minute", "5", "5/day", "-1/second", "1.5/minute", "5 per minute", "1e9/hour", "99999999/hour"])("refuses FOLDBACK_RATE_LIMIT=%s", (value) => {
	expect(() => readConfig({ FOLDBACK_RATE_LIMIT: value })).toThrow(/FOLDBACK_RATE_LIMIT is ".*"; allowed is off, or calls per second, minute or hour/);
});

it("takes a rate in any unit, and none", () => {
	const rates = ["1200/minute", " 5 / Second ", "7/hour", "off"].map((value) => readConfig({ FOLDBACK_RATE_LIMIT: value }).rateLimit);
	expect(rates).toEqual([readConfig({}).rateLimit, { calls: 5, perMs: 1_000 }, { calls: 7, perMs: 3_600_000 }, undefined]);
});

it.each([
	"*",
	"https://*.example.com",
	"example.com",
	"https://example.com/",
	"https://Example.com",
	"https://example.com:443",
	"null",
	"file://x",
	"https://a.example b",
])("refuses FOLDBACK_CORS_ORIGINS=%s", (value) => {
	expect(() => readConfig({ FOLDBACK_CORS_ORIGINS: value })).toThrow(/FOLDBACK_CORS_ORIGINS is ".*"; allowed is origins as browsers send them/);
});
