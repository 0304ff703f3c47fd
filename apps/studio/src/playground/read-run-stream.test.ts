import { expect, it } from "vitest";
import { readRunStream } from "./read-run-stream.ts";

async function collect(pieces: readonly Uint8Array[]) {
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const piece of pieces) controller.enqueue(piece);
			controller.close();
		},
	});
	const events = [];
	for await (const event of readRunStream(body)) events.push(event);
	return events;
}

const events = [
	{ event: "token", data: { chunk: "Grüße 👋\n\nsecond", id: "a" } },
	{ event: "token", data: { chunk: "", id: "a" } },
	{ event: "end", data: { result: { run_id: "r" } } },
];
const bytes = new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n\n`).join(""));

it.each([1, 2, 3, 7, 64, 10_000])("reads events from pieces of %i bytes", async (size) => {
	const pieces = [];
	for (let start = 0; start < bytes.length; start += size) pieces.push(bytes.slice(start, start + size));
	expect(await collect(pieces)).toEqual(events);
});

it("leaves out an event that was cut", async () => {
	expect(await collect([bytes.slice(0, bytes.length - 4)])).toEqual(events.slice(0, 2));
});
