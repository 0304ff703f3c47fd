import { isIPv6 } from "node:net";
import { ProblemError } from "../http/problem.ts";
import { createTokenBuckets, type Rate } from "./token-bucket.ts";

/** Limits what one key, and one address that sends wrong keys, may ask of this process. */
export interface CallLimits {
	/** A call with this valid key. @throws a 429 problem when the key has used up its calls. */
	called(keyId: string): void;
	/** Before a key is looked up. @throws a 429 problem when its address has sent too many wrong ones, unless this key was valid a short while ago. */
	beforeLookUp(address: string | undefined, hash: string): void;
	/** A key was looked up. */
	lookedUp(address: string | undefined, hash: string, isValid: boolean): void;
}

/** Wrong keys that one address may send. Each costs a look-up in the database. */
export const wrongKeyRate: Rate = { calls: 30, perMs: 60_000 };

const maxBuckets = 10_000;
/** Keys that are known to have been valid: they are looked up also from an address that sends wrong ones, such as that of a proxy. */
const maxKnown = 10_000;

/** @param rate undefined: no limit for valid keys. */
export function createCallLimits({ rate, now }: { readonly rate: Rate | undefined; readonly now: () => number }): CallLimits {
	const calls = rate && createTokenBuckets({ ...rate, now, maxBuckets });
	const wrong = createTokenBuckets({ ...wrongKeyRate, now, maxBuckets });
	const known = new Set<string>();
	return {
		called(keyId) {
			const waitMs = calls?.take(keyId) ?? 0;
			if (waitMs > 0) throw tooMany(waitMs, "This API key has used up its calls");
		},
		beforeLookUp(address, hash) {
			const waitMs = address === undefined || known.has(hash) ? 0 : wrong.wait(networkOf(address));
			if (waitMs > 0) throw tooMany(waitMs, "Too many wrong API keys came from this address");
		},
		lookedUp(address, hash, isValid) {
			if (!isValid && address !== undefined) wrong.take(networkOf(address));
			known.delete(hash);
			if (isValid) known.add(hash);
			const [oldest] = known;
			if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
		},
	};
}

function tooMany(waitMs: number, what: string): ProblemError {
	const seconds = Math.ceil(waitMs / 1_000);
	return new ProblemError("rate-limited", `${what}. Try again in ${seconds} seconds.`, { headers: { "retry-after": String(seconds) } });
}

/** One customer usually has a whole /64 of IPv6 addresses, so it counts as one. */
function networkOf(address: string): string {
	if (!isIPv6(address) || address.toLowerCase().startsWith("::ffff:")) return address;
	const [head = "", tail = ""] = (address.split("%")[0] ?? "").split("::");
	const groups = head === "" ? [] : head.split(":");
	const missing = 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
	const whole = address.includes("::") ? [...groups, ...Array.from({ length: missing }, () => "0"), ...tail.split(":")] : groups;
	return whole
		.slice(0, 4)
		.map((group) => Number.parseInt(group || "0", 16).toString(16))
		.join(":");
}
