import { createHash } from "node:crypto";
import type { LockName, LockRequest } from "../sql/locks.ts";

/**
 * The statement that takes the locks: 64-bit advisory locks of the transaction, in rising order, so that no two writes wait for each other. Two names
 * that share a hash share a lock, which costs waiting and nothing else.
 */
export function lockStatement({ shared = [], exclusive }: LockRequest): string {
	const kinds = new Map<bigint, string>();
	for (const name of shared) kinds.set(lockHash(name), "pg_advisory_xact_lock_shared");
	for (const name of exclusive) kinds.set(lockHash(name), "pg_advisory_xact_lock");
	const sorted = [...kinds].sort(([left], [right]) => (left < right ? -1 : 1));
	return sorted.map(([hash, take]) => `SELECT ${take}(${hash})`).join("; ");
}

/** @returns a signed 64-bit hash of the name's parts. */
export function lockHash(name: LockName): bigint {
	const parts = JSON.stringify(name.map((part) => part.toWellFormed()));
	return createHash("sha256").update(parts).digest().readBigInt64BE();
}
