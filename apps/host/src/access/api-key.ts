import { createHash, randomBytes } from "node:crypto";

/** A new key. It is shown once; the database has its hash. */
export interface ApiKey {
	readonly id: string;
	readonly key: string;
	/** The key's public part, to tell keys apart in a list. */
	readonly prefix: string;
	readonly hash: string;
}

export function createApiKey(): ApiKey {
	const prefix = `fb_${randomBytes(4).toString("hex")}`;
	const key = `${prefix}_${randomBytes(32).toString("base64url")}`;
	return { id: crypto.randomUUID(), key, prefix, hash: hashApiKey(key) };
}

/** Keys are 256 random bits, so a plain hash cannot be guessed back. */
export function hashApiKey(key: string): string {
	return createHash("sha256").update(key).digest("hex");
}
