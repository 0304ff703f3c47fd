import { expect, it, onTestFinished, vi } from "vitest";
import { createApiKey } from "../access/api-key.ts";
import { readConfig } from "../config.ts";
import { createHost } from "../host.ts";
import { createLogger } from "../log.ts";
import { startHost } from "../start.ts";
import { agentFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { temporaryFolder } from "../testing/test-host.fixture.ts";
import { openCollector, spansOf } from "./collector.fixture.ts";
import { openTelemetry } from "./open-telemetry.ts";

const word = "zanzibar";

/** A host that listens, with this environment; exporters read that of the process. */
async function start(environment: Readonly<Record<string, string>>) {
	for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
	onTestFinished(() => void vi.unstubAllEnvs());
	const logged: string[] = [];
	const config = readConfig({ FOLDBACK_DATA_DIR: temporaryFolder(), PORT: "0", FOLDBACK_FOLD_THRESHOLD: "2", ...environment });
	const running = await startHost(
		config,
		createLogger((line) => logged.push(line)),
	);
	let stopped: Promise<void> | undefined;
	const stop = () => {
		stopped ??= running.stop();
		return stopped;
	};
	onTestFinished(stop);
	const call = async (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
		const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
		const response = await fetch(`${running.url}${path}`, body === undefined ? { headers } : post);
		return { status: response.status, text: await response.text() };
	};
	return { call, stop, logged, host: running.host };
}

it("sends a trace of each run to an OTLP endpoint: nodes, calls, recalls and folds below it, and no text or session of anybody", async () => {
	const [collector, openai] = [await openCollector(), await openOpenAI()];
	const { call, stop } = await start({
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
		OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
		OTEL_METRIC_EXPORT_INTERVAL: "100000",
		OPENAI_BASE_URL: openai.url,
		FOLDBACK_MODEL: "m1",
	});
	const { id } = JSON.parse((await call("/api/v1/flows/", agentFlow("Agent", { n_messages: 2, summarize_older_messages: true }))).text);
	const say = (text: string) => call(`/api/v1/run/${id}`, { input_value: text, session_id: `session ${word}` });
	for (const turn of [1, 2]) {
		const told = say(`${word} ${turn}`);
		(await openai.next()).finish(`${word}!`);
		expect((await told).status).toBe(200);
	}
	(await openai.next()).finish(JSON.stringify({ pinned: {}, summary: `- ${word} was said.` }));
	const failing = say(`${word} 3`);
	(await openai.next()).fail(400);
	expect((await failing).status).toBe(502);
	await stop();

	const spans = spansOf(collector.exports);
	const turns = spans.filter(({ name }) => name === "turn");
	expect(turns.map(({ attributes, failed }) => [attributes["foldback.outcome"], attributes["error.type"], failed])).toEqual([
		["finished", undefined, false],
		["finished", undefined, false],
		["failed", "model-failed", true],
	]);
	const third = spans.filter(({ traceId, name }) => traceId === turns[2]?.traceId && name === "chat m1");
	expect(third.map(({ attributes, failed }) => [attributes["error.type"], failed])).toEqual([["model-rejected", true]]);
	const second = spans.filter(({ traceId }) => traceId === turns[1]?.traceId);
	const nameOf = (spanId: string) => second.find((span) => span.spanId === spanId)?.name ?? "";
	expect(second.map(({ name, parentSpanId }) => `${nameOf(parentSpanId)} > ${name}`).sort()).toEqual([
		" > turn",
		"node > chat m1",
		"turn > fold",
		"turn > node",
		"turn > node",
		"turn > node",
		"turn > recall",
	]);
	const [fold] = second.filter(({ name }) => name === "fold");
	expect(fold?.attributes).toMatchObject({ "foldback.outcome": "saved", "gen_ai.request.model": "m1" });
	expect(second.filter(({ durationMs }) => !(durationMs >= 0 && durationMs < 60_000))).toEqual([]);
	expect(collector.exports.map(({ path }) => path)).toContain("/v1/metrics");
	const everything = collector.exports.map(({ body }) => body.toString()).join();
	expect(everything).toContain('"foldback.fold.duration"');
	expect(everything).not.toContain(word);
});

it("goes on with the caller's trace, and begins one of its own when the caller's cannot be read", async () => {
	const collector = await openCollector();
	const { call, stop } = await start({
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
		OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
		OTEL_METRICS_EXPORTER: "none",
	});
	const [trace, span] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
	const run = (traceparent: string) => call("/api/v1/run/support-assistant", { input_value: "Hello" }, { traceparent });
	for (const traceparent of [`00-${trace}-${span}-01`, `00-${trace}-${span}-00`, `00-${trace}-nonsense-01`]) expect((await run(traceparent)).status).toBe(200);
	await stop();
	const turns = spansOf(collector.exports).filter(({ name }) => name === "turn");
	// The second caller's trace is not sampled.
	expect(turns.map(({ traceId, parentSpanId }) => [traceId === trace, parentSpanId])).toEqual([
		[true, span],
		[false, ""],
	]);
});

it("sends what it has and ends when the host cannot start", async () => {
	const collector = await openCollector();
	const refused = start({
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
		OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
		OTEL_METRIC_EXPORT_INTERVAL: "100000",
		FOLDBACK_AUTH: "keys",
	});
	await expect(refused).rejects.toThrow("There is no API key yet");
	expect(collector.exports.map(({ path }) => path)).toContain("/v1/metrics");
});

it("is scraped by Prometheus, behind the same guards as the API, and labels tell of no flow, session or run", async () => {
	const { call, host } = await start({ FOLDBACK_METRICS: "prometheus" });
	const { id } = JSON.parse((await call("/api/v1/flows/", agentFlow("Agent", { n_messages: 2, summarize_older_messages: true }))).text);
	for (let turn = 0; turn < 4; turn++) await call(`/api/v1/run/${id}`, { input_value: `My code is ${word}-${turn}.`, session_id: `session ${word}` });
	await host.compressor.settled();
	const { status, text } = await call("/metrics");
	expect(status).toBe(200);
	const value = (metric: string, ...labels: readonly string[]) => {
		const lines = text.split("\n").filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
		return Number(
			lines
				.find((line) => labels.every((label) => line.includes(label)))
				?.split(" ")
				.at(-1),
		);
	};
	expect(value("foldback_turn_duration_count", 'foldback_outcome="finished"')).toBe(4);
	expect(value("foldback_recall_duration_count")).toBe(4);
	expect(value("foldback_fold_duration_count", 'foldback_outcome="saved"')).toBeGreaterThan(0);
	expect(value("gen_ai_client_operation_duration_count", 'foldback_purpose="turn"', 'gen_ai_request_model="offline-demo"')).toBe(4);
	expect(value("gen_ai_client_token_usage_sum", 'foldback_purpose="fold"', 'gen_ai_token_type="input"')).toBeGreaterThan(0);
	expect(value("foldback_turn_active")).toBe(0);
	expect(value("process_memory_usage")).toBeGreaterThan(1e6);
	for (const hidden of [word, id, "ChatInput"]) expect(text).not.toContain(hidden);
	expect((await call("/metrics", undefined, { origin: "http://evil.example" })).status).toBe(403);
});

it("asks for a key before it lets itself be scraped, where the API does", async () => {
	const config = readConfig({ FOLDBACK_DATA_DIR: temporaryFolder(), FOLDBACK_AUTH: "keys", FOLDBACK_METRICS: "prometheus" });
	const log = createLogger(() => {});
	const host = await createHost(config, { log, telemetry: await openTelemetry(config, log) });
	onTestFinished(() => host.store.close());
	const { key, ...stored } = createApiKey();
	await host.store.keys.create({ ...stored, userId: "ann", name: "" });
	const statuses = [{}, { "x-api-key": "fb_wrong" }, { authorization: `Bearer ${key}` }].map(
		async (headers) => (await host.app.request("/metrics", { headers })).status,
	);
	expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
});

it("speaks protobuf unless told otherwise, and says once in the log when the endpoint does not take it", async () => {
	const collector = await openCollector();
	collector.state.status = 400;
	vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
	vi.stubEnv("OTEL_SERVICE_NAME", "chat-in-test");
	onTestFinished(() => void vi.unstubAllEnvs());
	const logged: string[] = [];
	const log = createLogger((line) => logged.push(line));
	const telemetry = await openTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: "100" }), log);
	telemetry?.turn({ runId: "r", flowId: "f" }).end({ status: "finished", code: "" });
	await collector.until(() => collector.exports.filter(({ path }) => path === "/v1/metrics").length > 2);
	await telemetry?.close();
	const [trace] = collector.exports.filter(({ path }) => path === "/v1/traces");
	expect(trace?.contentType).toBe("application/x-protobuf");
	for (const text of ["chat-in-test", "turn", "foldback.run.id"]) expect(trace?.body.includes(text)).toBe(true);
	expect(logged.map((line) => JSON.parse(line)).map(({ event, kind }) => `${event} ${kind}`)).toEqual(
		expect.arrayContaining(["telemetry-not-sent metrics", "telemetry-not-sent traces"]),
	);
	expect(logged).toHaveLength(2);
});

it("is not there, not even loaded, unless it is configured", async () => {
	const log = createLogger(() => {});
	expect(await openTelemetry(readConfig({}), log)).toBeUndefined();
	expect(await openTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:1", OTEL_SDK_DISABLED: "true" }), log)).toBeUndefined();
	const { call } = await start({});
	expect((await call("/metrics")).status).toBe(404);
});
