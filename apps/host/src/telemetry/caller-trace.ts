/** Where a caller is in a trace of its own, as the headers of W3C's Trace Context say it. */
export interface CallerTrace {
	readonly traceparent: string;
	readonly tracestate?: string;
}

/** @returns undefined for a request that is in no trace. */
export function callerTraceOf(request: { header(name: string): string | undefined }): CallerTrace | undefined {
	const traceparent = request.header("traceparent");
	const tracestate = request.header("tracestate");
	return traceparent === undefined ? undefined : { traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
}
