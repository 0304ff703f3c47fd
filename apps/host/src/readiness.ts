import { type SessionStore, StoreError } from "@foldback/session-store";
import type { Logger } from "./log.ts";

/**
 * Why this host should get no requests: it is about to stop, its database does not answer or cannot keep what is written, or lacks migrations (or has those
 * of a newer version).
 */
export type NotReady = "draining" | "database" | "migrations";

/** Whether this host can serve. */
export interface Readiness {
	/** @returns undefined when it can. Costs the database one look a second at most, however often it is asked. */
	check(): Promise<NotReady | undefined>;
	/** From now on the host is not ready: it will stop. */
	leave(): void;
}

export interface ReadinessOptions {
	readonly store: Pick<SessionStore, "migrated" | "synced">;
	readonly log: Logger;
	/** How long the database may take to answer, in milliseconds. Default 2,000. */
	readonly timeoutMs?: number;
	/** How long an answer of the database is good for, in milliseconds. Default 1,000. */
	readonly keepMs?: number;
}

export function createReadiness({ store, log, timeoutMs = 2_000, keepMs = 1_000 }: ReadinessOptions): Readiness {
	let leaving = false;
	let last: { readonly answer: Promise<NotReady | undefined>; readonly goodUntilMs: number } | undefined;
	let told: NotReady | undefined;
	const ask = async () => {
		const reason = await within(databaseState(store), timeoutMs);
		if (reason !== told) log.warn(reason === undefined ? "ready-again" : "not-ready", reason === undefined ? {} : { reason });
		told = reason;
		return reason;
	};
	return {
		async check() {
			if (leaving) return "draining";
			const nowMs = performance.now();
			if (!last || nowMs >= last.goodUntilMs) last = { answer: ask(), goodUntilMs: nowMs + keepMs };
			return await last.answer;
		},
		leave() {
			leaving = true;
		},
	};
}

async function databaseState(store: ReadinessOptions["store"]): Promise<NotReady | undefined> {
	try {
		// After a failed sync it can still be read, but every write is refused.
		await store.synced();
		return (await store.migrated()) ? undefined : "migrations";
	} catch (error) {
		return StoreError.isInstance(error) && error.code === "too-new" ? "migrations" : "database";
	}
}

async function within(state: Promise<NotReady | undefined>, timeoutMs: number): Promise<NotReady | undefined> {
	const late = Promise.withResolvers<NotReady>();
	const timer = setTimeout(() => late.resolve("database"), timeoutMs);
	try {
		return await Promise.race([state, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}
