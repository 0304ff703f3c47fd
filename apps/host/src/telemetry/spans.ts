import {
	type Attributes,
	type Context,
	context,
	defaultTextMapGetter,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	type Tracer,
	trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import type { CallerTrace } from "./caller-trace.ts";
import type { Instruments } from "./instruments.ts";

/** Where new spans belong. */
export interface Place {
	readonly context: Context;
}

/** What everything that is followed is written with. */
export interface Tools {
	readonly tracer: Tracer;
	readonly instruments: Instruments;
	readonly labels: (model: string) => Attributes;
}

const propagator = new W3CTraceContextPropagator();

/** The place that a caller is at; that of nobody when its headers cannot be read. */
export function placeOfCaller(caller: CallerTrace | undefined): Place {
	return { context: propagator.extract(ROOT_CONTEXT, { ...caller }, defaultTextMapGetter) };
}

/** @returns epoch milliseconds with fractions. */
function preciseNow(): number {
	return performance.timeOrigin + performance.now();
}

/** Starts a span below a place. */
export function startSpan(tracer: Tracer, name: string, { place, attributes }: { readonly place: Place | undefined; readonly attributes: Attributes }): Span {
	return tracer.startSpan(name, { attributes, startTime: preciseNow() }, place?.context ?? context.active());
}

/** The place below a span. */
export function below(span: Span, place?: Place): Place {
	return { context: trace.setSpan(place?.context ?? context.active(), span) };
}

/** Ends a span, as failed when it has an error. */
export function endSpan(span: Span, error = ""): void {
	if (error !== "") span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR });
	span.end(preciseNow());
}

/** A span of something that is over and took so long. */
export function pastSpan(
	tracer: Tracer,
	name: string,
	past: {
		readonly place: Place | undefined;
		readonly durationMs: number;
		readonly attributes: Attributes;
		readonly error?: string;
		readonly outgoing?: boolean;
	},
): void {
	const options = { kind: past.outgoing ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: past.attributes, startTime: preciseNow() - past.durationMs };
	endSpan(tracer.startSpan(name, options, past.place?.context ?? context.active()), past.error);
}
