import type { Rate } from "../access/token-bucket.ts";

const unitMs: ReadonlyMap<string, number> = new Map([
	["second", 1_000],
	["minute", 60_000],
	["hour", 3_600_000],
]);

/** What a rate may look like, for messages. */
export const rateForm = "off, or calls per second, minute or hour, such as 600/minute";

/** Reads `600/minute`. @returns undefined for what is neither a rate nor `off`. */
export function readRate(text: string): Rate | "off" | undefined {
	const plain = text.trim().toLowerCase();
	if (plain === "off") return "off";
	const [, calls = "", unit = ""] = /^([1-9]\d{0,6})\s*\/\s*([a-z]+)$/.exec(plain) ?? [];
	const perMs = unitMs.get(unit);
	return perMs === undefined ? undefined : { calls: Number(calls), perMs };
}
