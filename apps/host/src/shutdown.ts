import type { SessionCompressor } from "@foldback/session-compressor";
import type { SessionStore } from "@foldback/session-store";
import type { Logger } from "./log.ts";
import type { TurnTracker } from "./run/turn-tracker.ts";
import type { RunningServer } from "./serve.ts";

/** What has to end, and how long it may take, in milliseconds. */
export interface ShutdownOptions {
	readonly server: RunningServer;
	readonly turns: TurnTracker;
	readonly compressor: SessionCompressor;
	readonly store: SessionStore;
	readonly log: Logger;
	/** For running turns and folds; they are aborted afterwards. Default 10,000. */
	readonly timeoutMs?: number;
}

/** Accepts nothing new, lets running turns and folds finish, closes the database. What was acknowledged is stored already; an aborted fold changes nothing. */
export async function shutDown({ server, turns, compressor, store, log, timeoutMs = 10_000 }: ShutdownOptions): Promise<void> {
	const startedMs = performance.now();
	log.info("shutting-down", { running: turns.running });
	server.stopAccepting();
	const finished = await turns.drain(timeoutMs);
	await server.close(1_000);
	const leftMs = Math.max(100, timeoutMs - (performance.now() - startedMs));
	const settled = await within(compressor.settled(), leftMs);
	await store.close();
	log.info("stopped", { finished: finished && settled });
}

/** @returns whether the promise resolved in time. */
async function within(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
	const timeout = Promise.withResolvers<boolean>();
	const timer = setTimeout(() => timeout.resolve(false), timeoutMs);
	try {
		return await Promise.race([promise.then(() => true), timeout.promise]);
	} finally {
		clearTimeout(timer);
	}
}
