import type { RunEvent } from "@foldback/flow-runtime";
import type { StreamEvent } from "./run-stream.ts";

/** Tells a client of a run's events, in their order. */
export interface DurableEvents {
	readonly see: (event: RunEvent) => void;
	/** Resolves when everything seen so far has been sent. Rejects when a row could not be kept: neither it nor anything after it was told. */
	readonly told: () => Promise<void>;
}

/**
 * An event that tells of a stored row is sent once the row is on disk, and what comes after it waits with it. Tokens wait only when the model answers
 * faster than the disk.
 * @param toChunks what clients are told of an event
 * @param synced resolves when all rows so far are on disk
 */
export function createDurableEvents(
	toChunks: (event: RunEvent) => readonly StreamEvent[],
	{ synced, send }: { readonly synced: () => Promise<void>; readonly send: (chunk: StreamEvent) => void },
): DurableEvents {
	let waiting: Promise<void> | undefined;
	const sendAfter = async (chunks: readonly StreamEvent[], causes: readonly Promise<void>[]) => {
		await Promise.all(causes);
		chunks.forEach(send);
	};
	return {
		see(event) {
			const chunks = toChunks(event);
			const onDisk = event.type === "message-stored" ? synced() : undefined;
			const causes = [waiting, onDisk].filter((cause) => cause !== undefined);
			if (causes.length === 0) return chunks.forEach(send);
			const sent = sendAfter(chunks, causes);
			waiting = sent;
			const done = () => {
				if (waiting === sent) waiting = undefined;
			};
			// A failure stays, so that nothing more is sent; the run itself tells of it.
			sent.then(done, () => {});
		},
		told: async () => waiting,
	};
}
