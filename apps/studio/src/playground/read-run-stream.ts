import type { Message } from "../api/messages.ts";

/** What a streaming run tells, event by event. */
export type RunStreamEvent =
	| { readonly event: "add_message"; readonly data: Message }
	| { readonly event: "token"; readonly data: { readonly chunk: string; readonly id: string } }
	| { readonly event: "end"; readonly data: { readonly result: { readonly run_id: string; readonly warnings?: readonly string[] } } }
	| { readonly event: "error"; readonly data: { readonly error: string; readonly [member: string]: unknown } };

const separator = "\n\n";

/** Reads a run's events from its answer: JSON objects, each followed by an empty line, in pieces that end anywhere. */
export async function* readRunStream(body: ReadableStream<Uint8Array>): AsyncGenerator<RunStreamEvent> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	try {
		while (true) {
			const { done, value } = await reader.read();
			text += done ? decoder.decode() : decoder.decode(value, { stream: true });
			const events = text.split(separator);
			text = events.pop() ?? "";
			// The host and the studio are built from one tree: the host writes exactly these events.
			for (const event of events) yield JSON.parse(event) as RunStreamEvent;
			if (done) return;
		}
	} finally {
		reader.releaseLock();
	}
}
