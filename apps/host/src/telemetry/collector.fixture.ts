import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** One request that an exporter sent. */
interface Export {
	readonly path: string;
	readonly contentType: string;
	readonly body: Buffer;
}

/** An OTLP/HTTP receiver on loopback that keeps what it gets. It ends with the test. */
export async function openCollector() {
	const exports: Export[] = [];
	const state = { status: 200 };
	const arrivals = new Set<() => void>();
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			exports.push({ path: request.url ?? "", contentType: request.headers["content-type"] ?? "", body: Buffer.concat(parts) });
			response.writeHead(state.status, { "content-type": "application/json" }).end("{}");
			for (const arrived of arrivals) arrived();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
		exports,
		state,
		/** Resolves once something that was sent satisfies this. */
		async until(isThere: () => boolean): Promise<void> {
			while (!isThere()) {
				await new Promise<void>((resolve) => {
					const arrived = () => {
						arrivals.delete(arrived);
						resolve();
					};
					arrivals.add(arrived);
				});
			}
		},
	};
}

/** A span as it arrived. */
export interface SentSpan {
	readonly name: string;
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId: string;
	readonly attributes: Readonly<Record<string, unknown>>;
	readonly failed: boolean;
	readonly durationMs: number;
}

/** @returns the spans of exports in JSON. */
export function spansOf(exports: readonly Export[]): readonly SentSpan[] {
	return exports
		.filter(({ path }) => path === "/v1/traces")
		.flatMap(({ body }) => JSON.parse(body.toString()).resourceSpans)
		.flatMap(({ scopeSpans }) => scopeSpans)
		.flatMap(({ spans }) => spans)
		.map(({ name, traceId, spanId, parentSpanId = "", attributes, status, startTimeUnixNano, endTimeUnixNano }) => ({
			name,
			traceId,
			spanId,
			parentSpanId,
			attributes: Object.fromEntries(attributes.map(({ key, value }: { key: string; value: object }) => [key, Object.values(value)[0]])),
			failed: status?.code === 2,
			durationMs: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
		}));
}
