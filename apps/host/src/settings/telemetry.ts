import { z } from "zod";

/** What is told to whom; all off unless somebody asks. */
export interface TelemetryConfig {
	/** Sent to an OTLP endpoint. */
	readonly traces: boolean;
	readonly metrics: boolean;
	/** `/metrics` answers. */
	readonly prometheus: boolean;
	readonly protocol: "http/protobuf" | "http/json";
	/** Between two exports of the metrics, in milliseconds. */
	readonly intervalMs: number;
	/** Share of the runs that are traced, 0 to 1. */
	readonly sampledShare: number;
}

const address = z.url({ protocol: /^https?$/, error: "an http or https address, such as http://localhost:4318" }).optional();
const exporter = z.enum(["otlp", "none"], { error: "otlp or none" }).default("otlp");

/** OpenTelemetry's own variables, as far as they switch something on or off here; the exporters read the others of `OTEL_EXPORTER_OTLP_…`. */
export const telemetryVariables = {
	FOLDBACK_METRICS: z.enum(["prometheus"], { error: "unset, or prometheus" }).optional(),
	OTEL_SDK_DISABLED: z.stringbool({ error: "true or false" }).default(false),
	OTEL_EXPORTER_OTLP_ENDPOINT: address,
	OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
	OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address,
	OTEL_EXPORTER_OTLP_PROTOCOL: z
		.enum(["http/protobuf", "http/json"], { error: "http/protobuf or http/json; gRPC is not supported, collectors listen to HTTP on port 4318" })
		.default("http/protobuf"),
	OTEL_TRACES_EXPORTER: exporter,
	OTEL_METRICS_EXPORTER: exporter,
	OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number({ error: "milliseconds" }).int().min(100).default(60_000),
	OTEL_TRACES_SAMPLER: z
		.enum(["always_on", "parentbased_always_on", "traceidratio", "parentbased_traceidratio"], { error: "parentbased_always_on or parentbased_traceidratio" })
		.default("parentbased_always_on"),
	OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: "a share from 0 to 1" }).min(0).max(1).default(1),
};

const variables = z.object(telemetryVariables);

/** Puts the variables together. */
export function toTelemetryConfig(values: z.infer<typeof variables>): TelemetryConfig {
	const sends = (own: string | undefined, kind: "otlp" | "none") =>
		!values.OTEL_SDK_DISABLED && kind === "otlp" && (own ?? values.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
	return {
		traces: sends(values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, values.OTEL_TRACES_EXPORTER),
		metrics: sends(values.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, values.OTEL_METRICS_EXPORTER),
		prometheus: values.FOLDBACK_METRICS === "prometheus",
		protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL,
		intervalMs: values.OTEL_METRIC_EXPORT_INTERVAL,
		sampledShare: values.OTEL_TRACES_SAMPLER.endsWith("traceidratio") ? values.OTEL_TRACES_SAMPLER_ARG : 1,
	};
}
