import type { MessageStore } from "@foldback/session-store";
import type { FileStore } from "../files/file-store.ts";
import { removeMessageFiles } from "../files/remove-message-files.ts";
import type { Logger } from "../log.ts";

export interface RetentionOptions {
	readonly store: { readonly messages: Pick<MessageStore, "expire" | "withFiles"> };
	readonly files: FileStore;
	readonly days: number;
	readonly log: Logger;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/** Rows in one transaction: what is written meanwhile does not wait for long. */
const batch = 500;
const dayMs = 86_400_000;

/** Deletes what is older than so many days, with all that is remembered of it. @returns the number of messages. */
export async function expireOldMessages({ store, files, days, log, now }: RetentionOptions): Promise<number> {
	const beforeMs = now() - days * dayMs;
	const flowIds = new Set((await store.messages.withFiles({ beforeMs })).map(({ flowId }) => flowId));
	for (const flowId of flowIds) await removeMessageFiles({ store, files }, flowId, ({ timestampMs }) => timestampMs < beforeMs);
	let total = 0;
	for (;;) {
		const removed = await store.messages.expire(beforeMs, batch);
		total += removed;
		if (removed < batch) break;
	}
	if (total > 0) log.info("messages-expired", { messages: total, days });
	return total;
}
