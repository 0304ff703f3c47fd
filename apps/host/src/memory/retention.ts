import type { MessageStore } from "@foldback/session-store";
import type { Logger } from "../log.ts";

export interface RetentionOptions {
	readonly messages: Pick<MessageStore, "expire">;
	readonly days: number;
	readonly log: Logger;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/** Rows in one transaction: what is written meanwhile does not wait for long. */
const batch = 500;
const dayMs = 86_400_000;

/** Deletes what is older than so many days, with all that is remembered of it. @returns the number of messages. */
export async function expireOldMessages({ messages, days, log, now }: RetentionOptions): Promise<number> {
	let total = 0;
	for (;;) {
		const removed = await messages.expire(now() - days * dayMs, batch);
		total += removed;
		if (removed < batch) break;
	}
	if (total > 0) log.info("messages-expired", { messages: total, days });
	return total;
}
