import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import { sqliteCode } from "./database-error.ts";
import { rewriteInThread } from "./rewrite-in-thread.ts";

/** How long after something was forgotten the log is emptied, in milliseconds: one emptying serves what is forgotten together. */
const soonMs = 500;
/** Between two attempts while somebody else uses the file, in milliseconds. */
const againMs = 1_000;
/** How long one attempt waits for others, in milliseconds. */
const patienceMs = 50;
/** Files up to this size are rewritten, in bytes: it takes a second or so, for which writes wait. */
const maxRewrittenBytes = 64 * 1024 * 1024;
/** Rewrites take at most this part of the time: after one, so many times its duration passes before the next. */
const rewritePause = 50;

/** Removes what SQLite keeps of forgotten text outside of live rows. */
export interface Tidying {
	/** Something was forgotten: what is left of it goes soon. Never fails; what others prevent is tried again. */
	readonly soon: () => void;
	/** The rewrite that runs in a thread now: reads need not wait for it, writes do. Never rejects. */
	readonly rewriting: () => Promise<void> | undefined;
	/** Does at once what is still to be done, as far as others let it, and stops. To be called when no rewrite runs. */
	readonly finish: () => void;
}

/**
 * Two places hold forgotten text that `secure_delete` does not reach: the write-ahead log, which is emptied, and the unused part of pages whose rows
 * were once moved by a rearrangement of the tree, which a rewrite (`VACUUM`) drops.
 */
export function createTidying(client: Database.Database, { path, busyTimeoutMs }: { readonly path: string; readonly busyTimeoutMs: number }): Tidying {
	let timer: NodeJS.Timeout | undefined;
	let logged = false;
	let scattered = false;
	let dueMs = 0;
	let rewriteAfterMs = 0;
	let running: Promise<void> | undefined;
	const patiently = createPatience(client, busyTimeoutMs);

	const later = (ms: number) => {
		const atMs = performance.now() + ms;
		// What is forgotten without a break must not put it off for ever.
		if (timer !== undefined && dueMs <= atMs) return;
		clearTimeout(timer);
		dueMs = atMs;
		// Whoever ends without closing leaves the rest to the next one who opens the file.
		timer = setTimeout(() => void tidy(), ms).unref();
	};
	/** Whether a rewrite is to be done now. A file that is too large for it is left to whoever looks after the database. */
	const wantsRewrite = (atOnce: boolean): boolean => {
		if (!scattered || (!atOnce && performance.now() < rewriteAfterMs)) return false;
		scattered = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= maxRewrittenBytes;
		return scattered;
	};
	const rewriteHere = () => {
		client.exec("VACUUM");
		scattered = false;
		logged = true;
	};
	const rewriteAside = async () => {
		const outcome = await rewriteInThread({ path, patienceMs }).catch(() => undefined);
		if (!outcome && client.open) patiently(rewriteHere);
		if (!outcome?.rewritten) return;
		scattered = false;
		logged = !outcome.emptied;
		rewriteAfterMs = performance.now() + rewritePause * outcome.tookMs;
	};
	const emptyLogHere = () => {
		if (logged) logged = !emptyLog(client);
	};
	async function tidy(): Promise<void> {
		timer = undefined;
		if (client.open && wantsRewrite(false)) {
			running = rewriteAside();
			await running;
			running = undefined;
		}
		if (!client.open) return;
		if (!patiently(emptyLogHere) || logged) later(againMs);
		else if (scattered) later(Math.max(againMs, rewriteAfterMs - performance.now()));
	}

	return {
		soon() {
			if (client.memory) return;
			logged = true;
			scattered = true;
			later(soonMs);
		},
		rewriting: () => running,
		finish() {
			clearTimeout(timer);
			if (!client.open) return;
			if (wantsRewrite(true)) patiently(rewriteHere);
			patiently(emptyLogHere);
		},
	};
}

/** Does something that waits for others only shortly. @returns false when somebody else writes, or the disk is full: nothing is lost, and live rows are not concerned. */
function createPatience(client: Database.Database, busyTimeoutMs: number): (work: () => void) => boolean {
	return (work) => {
		client.pragma(`busy_timeout = ${patienceMs}`);
		try {
			work();
			return true;
		} catch (error) {
			if (sqliteCode(error) === undefined) throw error;
			return false;
		} finally {
			client.pragma(`busy_timeout = ${busyTimeoutMs}`);
		}
	};
}

/** Moves the write-ahead log into the database and empties it. @returns false while somebody else reads from it. */
export function emptyLog(client: Database.Database): boolean {
	return client.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
}
