import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

/** What became of a rewrite. */
export type RewriteOutcome =
	| { readonly rewritten: true /** Of the rewrite itself. */; readonly tookMs: number /** The log is empty too. */; readonly emptied: boolean }
	/** Somebody else writes, or the disk is full: nothing has changed. */
	| { readonly rewritten: false };

interface RewriteOptions {
	readonly path: string;
	/** How long it waits for others, in milliseconds. */
	readonly patienceMs: number;
}

/** Text, because there is no second file in the bundles that hold this package. `code` tells what SQLite says from what is broken. */
const script = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.driver);
const client = new Database(workerData.path, { fileMustExist: true, timeout: workerData.patienceMs });
const rewrite = () => {
	const beganMs = performance.now();
	client.exec("VACUUM");
	const tookMs = performance.now() - beganMs;
	return { rewritten: true, tookMs, emptied: client.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0 };
};
let outcome;
try {
	outcome = rewrite();
} catch (error) {
	if (!String(error.code).startsWith("SQLITE_")) throw error;
	outcome = { rewritten: false };
}
client.close();
parentPort.postMessage(outcome);
`;

/**
 * Writes a database file anew (`VACUUM`) and empties its log, on a connection and in a thread of its own. The caller's connection may read meanwhile; its
 * writes would find the file locked.
 * @returns undefined when the thread was ended from outside. Rejects where no thread with the driver can be had.
 */
export function rewriteInThread({ path, patienceMs }: RewriteOptions): Promise<RewriteOutcome | undefined> {
	return new Promise((resolve, reject) => {
		const driver = createRequire(import.meta.url).resolve("better-sqlite3");
		const worker = new Worker(script, { eval: true, execArgv: [], workerData: { driver, path, patienceMs } });
		worker.once("message", resolve);
		worker.once("error", reject);
		worker.once("exit", () => resolve(undefined));
	});
}
