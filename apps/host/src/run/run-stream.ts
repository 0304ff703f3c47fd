import type { RunEvent } from "@foldback/flow-runtime";
import { formatTimestamp } from "../wire/timestamp.ts";
import { toRunMessage } from "./run-answer.ts";
import { createToolSteps } from "./tool-steps.ts";

/** What a streaming run sends: each one as JSON and an empty line, without a `data:` prefix, as Langflow's clients expect it. */
export interface StreamEvent {
	readonly event: "add_message" | "token" | "end" | "error";
	readonly data: unknown;
}

/** @returns a function that says what clients are told of each event. */
export function createStreamEvents(flowId: string, now: () => number): (event: RunEvent) => readonly StreamEvent[] {
	const steps = createToolSteps(flowId, now);
	let sessionId = "";
	return (event) => {
		if (event.type === "message-stored") sessionId = event.message.sessionId;
		if (event.type === "message-stored") return [{ event: "add_message", data: toRunMessage(event.message, flowId) }];
		if (event.type !== "agent") return [];
		if (event.event.type !== "token") return steps(event, sessionId);
		return [{ event: "token", data: { chunk: event.event.chunk, id: event.messageId, timestamp: formatTimestamp(now()) } }];
	};
}

/** A stream that is written from outside. */
export interface EventStream {
	readonly body: ReadableStream<Uint8Array>;
	send(event: StreamEvent): void;
	close(): void;
	/** Aborts when the reader goes away. */
	readonly gone: AbortSignal;
}

export function createEventStream(): EventStream {
	const encoder = new TextEncoder();
	const gone = new AbortController();
	let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			writer = controller;
		},
		cancel() {
			writer = undefined;
			gone.abort();
		},
	});
	return {
		body,
		send: (event) => writer?.enqueue(encoder.encode(`${JSON.stringify(event)}\n\n`)),
		close() {
			writer?.close();
			writer = undefined;
		},
		gone: gone.signal,
	};
}
