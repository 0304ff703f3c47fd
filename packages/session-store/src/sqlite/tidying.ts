import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import { sqliteCode } from "./database-error.ts";

/** How long after something was forgotten the log is emptied, in milliseconds: one emptying serves what is forgotten together. */
const soonMs = 500;
/** Between two attempts while somebody else uses the file, in milliseconds. */
const againMs = 1_000;
/** How long one attempt waits for others, in milliseconds: this process stands still meanwhile. */
const patienceMs = 50;
/** Files up to this size are rewritten, in bytes: it takes a second or so. */
const maxRewrittenBytes = 64 * 1024 * 1024;
/** Rewrites take at most this part of the time: after one, so many times its duration passes before the next. */
const rewritePause = 50;

/** Removes what SQLite keeps of forgotten text outside of live rows. */
export interface Tidying {
	/** Something was forgotten: what is left of it goes soon. Never fails; what others prevent is tried again. */
	readonly soon: () => void;
	/** Does at once what is still to be done, as far as others let it, and stops. */
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

	const later = (ms: number) => {
		const atMs = performance.now() + ms;
		// What is forgotten without a break must not put it off for ever.
		if (timer !== undefined && dueMs <= atMs) return;
		clearTimeout(timer);
		dueMs = atMs;
		// Whoever ends without closing leaves the rest to the next one who opens the file.
		timer = setTimeout(tidy, ms).unref();
	};
	const rewrite = (atOnce: boolean) => {
		const beganMs = performance.now();
		if (!scattered || (!atOnce && beganMs < rewriteAfterMs)) return;
		scattered = false;
		if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxRewrittenBytes) return;
		try {
			client.exec("VACUUM");
		} catch (error) {
			scattered = true;
			throw error;
		}
		logged = true;
		const endedMs = performance.now();
		rewriteAfterMs = endedMs + rewritePause * (endedMs - beganMs);
	};
	const tidyNow = (atOnce: boolean): boolean => {
		client.pragma(`busy_timeout = ${patienceMs}`);
		try {
			rewrite(atOnce);
			if (logged) logged = !emptyLog(client);
			return !logged;
		} catch (error) {
			// Somebody else writes, or the disk is full: nothing is lost, and live rows are not concerned.
			if (sqliteCode(error) === undefined) throw error;
			return false;
		} finally {
			client.pragma(`busy_timeout = ${busyTimeoutMs}`);
		}
	};
	function tidy(): void {
		timer = undefined;
		if (!client.open) return;
		if (client.inTransaction || !tidyNow(false)) later(againMs);
		else if (scattered) later(Math.max(againMs, rewriteAfterMs - performance.now()));
	}

	return {
		soon() {
			if (client.memory) return;
			logged = true;
			scattered = true;
			later(soonMs);
		},
		finish() {
			clearTimeout(timer);
			if (client.open && (logged || scattered)) tidyNow(true);
		},
	};
}

/** Moves the write-ahead log into the database and empties it. @returns false while somebody else reads from it. */
export function emptyLog(client: Database.Database): boolean {
	return client.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
}
