import { isIPv6 } from "node:net";
import { ProblemError } from "../http/problem.ts";
import { createTokenBuckets, type Rate } from "./token-bucket.ts";

/** Limits what one key, and one address that sends wrong keys, may ask of this process. */
export interface CallLimits {
	/** A call with this valid key. @throws a 429 problem when the key has used up its calls. */
	called(keyId: string): void;
	/**
	 * Looks a key up. It counts as a wrong one of its address until it is found, so that many that come together are no more than may come one by one.
	 * @throws a 429 problem, without a look-up, when the address has sent too many wrong ones, unless this key was valid a short while ago.
	 */
	lookUp<Owner>(key: { readonly address: string | undefined; readonly hash: string }, find: () => Promise<Owner | undefined>): Promise<Owner | undefined>;
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
	const pending = new Set<string>();
	const remember = (hash: string, isValid: boolean): void => {
		known.delete(hash);
		if (isValid) known.add(hash);
		const [oldest] = known;
		if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
	};
	/** @returns whether it was counted: the same key many times at once is one guess. */
	const countBefore = (network: string, hash: string): boolean => {
		if (known.has(hash)) return false;
		const isFirst = !pending.has(hash);
		const waitMs = isFirst ? wrong.take(network) : wrong.wait(network);
		if (waitMs > 0) throw tooMany(waitMs, "Too many wrong API keys came from this address");
		return isFirst;
	};
	return {
		called(keyId) {
			const waitMs = calls?.take(keyId) ?? 0;
			if (waitMs > 0) throw tooMany(waitMs, "This API key has used up its calls");
		},
		async lookUp({ address, hash }, find) {
			const network = networkOf(address ?? "");
			const counted = address !== undefined && countBefore(network, hash);
			if (counted) pending.add(hash);
			let isWrong = false;
			try {
				const owner = await find();
				isWrong = owner === undefined;
				remember(hash, !isWrong);
				return owner;
			} finally {
				if (counted) pending.delete(hash);
				if (counted && !isWrong) wrong.give(network);
				if (!counted && isWrong && address !== undefined) wrong.take(network);
			}
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
