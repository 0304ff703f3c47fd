import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { defaultResource, detectResources, envDetector, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Config } from "../config.ts";
import { describeError } from "../http/on-error.ts";
import type { Logger } from "../log.ts";
import { hostVersion } from "../version.ts";

type TelemetryConfig = Config["telemetry"];

interface Providers {
	readonly tracerProvider: TracerProvider;
	readonly meterProvider: MeterProvider;
	readonly scrape: (() => Promise<string>) | undefined;
}

/** Sets up what was asked for. Nothing is registered globally: a library that traces by itself, chat text and all, finds nobody to tell. */
export async function openProviders(config: TelemetryConfig, log: Logger): Promise<Providers> {
	const resource = resourceOf();
	const { traces, metrics } = await exporters(config.protocol);
	const prometheus = config.prometheus ? createScrape() : undefined;
	const readers: IMetricReader[] = prometheus ? [prometheus.reader] : [];
	if (config.metrics)
		readers.push(new PeriodicExportingMetricReader({ exporter: telling(new metrics(), "metrics", log), exportIntervalMillis: config.intervalMs }));
	const spanProcessors = config.traces ? [new BatchSpanProcessor({ exporter: telling(new traces(), "traces", log) })] : [];
	const root = config.sampledShare < 1 ? new TraceIdRatioBasedSampler(config.sampledShare) : new AlwaysOnSampler();
	return {
		tracerProvider: new TracerProvider({ resource, spanProcessors, sampler: new ParentBasedSampler({ root }) }),
		meterProvider: new MeterProvider({ resource, readers }),
		scrape: prometheus?.scrape,
	};
}

async function exporters(protocol: TelemetryConfig["protocol"]) {
	if (protocol === "http/json") {
		const [{ OTLPTraceExporter: traces }, { OTLPMetricExporter: metrics }] = await Promise.all([
			import("@opentelemetry/exporter-trace-otlp-http"),
			import("@opentelemetry/exporter-metrics-otlp-http"),
		]);
		return { traces, metrics };
	}
	const [{ OTLPTraceExporter: traces }, { OTLPMetricExporter: metrics }] = await Promise.all([
		import("@opentelemetry/exporter-trace-otlp-proto"),
		import("@opentelemetry/exporter-metrics-otlp-proto"),
	]);
	return { traces, metrics };
}

interface Exporter<Items> {
	export(items: Items, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

/** The exporter itself, which now says in the log when it no longer gets through, and when it does again. */
function telling<Items, Kind extends Exporter<Items>>(exporter: Kind & Exporter<Items>, kind: string, log: Logger): Kind {
	const send = exporter.export.bind(exporter);
	let failing = false;
	exporter.export = (items, done) =>
		send(items, (result) => {
			const failed = result.code !== 0;
			if (failed && !failing) log.warn("telemetry-not-sent", { kind, ...describeError(result.error) });
			if (!failed && failing) log.info("telemetry-sent-again", { kind });
			failing = failed;
			done(result);
		});
	return exporter;
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` win. */
function resourceOf(): Resource {
	const own = resourceFromAttributes({ "service.name": "foldback", "service.version": hostVersion, "service.instance.id": crypto.randomUUID() });
	return defaultResource()
		.merge(own)
		.merge(detectResources({ detectors: [envDetector] }));
}

/** The host's own server answers, behind its own guards; the exporter's is never started. */
function createScrape() {
	const reader = new PrometheusExporter({ preventServerStart: true });
	const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
	return { reader, scrape: async () => serializer.serialize((await reader.collect()).resourceMetrics) };
}
