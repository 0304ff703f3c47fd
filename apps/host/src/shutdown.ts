import { setTimeout as sleep } from "node:timers/promises";
import type { SessionCompressor } from "@foldback/session-compressor";
import type { SessionStore } from "@foldback/session-store";
import type { Logger } from "./log.ts";
import type { Readiness } from "./readiness.ts";
import type { TurnTracker } from "./run/turn-tracker.ts";
import type { RunningServer } from "./serve.ts";

/** What has to end, and how long it may take, in milliseconds. */
export interface ShutdownOptions {
	readonly server: RunningServer;
	readonly readiness: Readiness;
	readonly turns: TurnTracker;
	readonly compressor: SessionCompressor;
	readonly store: SessionStore;
	readonly log: Logger;
	/** So long everything but `/ready` is served as ever, until balancers have noticed. Default 0. */
	readonly drainMs?: number;
	/** After that, for running turns and folds; they are aborted afterwards. Default 10,000. */
	readonly timeoutMs?: number;
}

/**
 * Says at `/ready` that this host leaves, starts no more runs, lets the running ones and their folds finish, then listens no more and closes the database.
 * What was acknowledged is stored already; an aborted fold changes nothing.
 */
export async function shutDown(options: ShutdownOptions): Promise<void> {
	const { server, readiness, turns, compressor, store, log, drainMs = 0, timeoutMs = 10_000 } = options;
	readiness.leave();
	server.letGo();
	log.info("shutting-down", { running: turns.running, drainMs });
	await sleep(drainMs);
	const startedMs = performance.now();
	const finished = await turns.drain(timeoutMs);
	server.stopAccepting();
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
