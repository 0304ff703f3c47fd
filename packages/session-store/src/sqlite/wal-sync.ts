import { open } from "node:fs/promises";
import { StoreError } from "../store-error.ts";
import { createSharedSync } from "./shared-sync.ts";

/** Syncs of one database's write-ahead log, apart from the database's own connection. */
export interface WalSync {
	/** Something was committed. */
	readonly written: () => void;
	/** Resolves when all commits so far are on disk. Rejects when that failed. */
	readonly synced: () => Promise<void>;
	readonly close: () => Promise<void>;
}

/**
 * Opens the log of a database whose connection is open, in WAL mode and `synchronous = NORMAL`.
 *
 * A commit then writes its frames to the log and syncs nothing, so it does not block the event loop. A sync of the log afterwards, in a thread of its own,
 * makes it and everything before it durable: after a power cut SQLite takes the log as far as it is whole. What SQLite syncs by itself in this mode is what
 * keeps that true when the log is emptied: the log before a checkpoint, the database after it, and the log's new start before the first frame.
 * While the connection is open the log stays the same file; no locks are held on it, so closing it here releases none of SQLite's.
 */
export async function openWalSync(databasePath: string): Promise<WalSync> {
	const log = await open(`${databasePath}-wal`, "r+");
	const { written, synced, idle } = createSharedSync(async () => {
		try {
			await log.datasync();
		} catch (cause) {
			throw new StoreError("unusable", "The disk failed to keep what was just written, so it may be lost. Check the disk, then start again.", { cause });
		}
	});
	return {
		written,
		synced,
		async close() {
			await idle();
			await log.close();
		},
	};
}
