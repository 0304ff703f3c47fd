import { ConfigurationError } from "@foldback/session-compressor";

/**
 * @returns the value.
 * @throws ConfigurationError unless it is an integer of at least `least`.
 */
export function integerOption(option: string, value: unknown, least: number): number {
	const message = `${option} is ${String(value)}, but must be an integer of at least ${least}.`;
	if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new ConfigurationError("not-an-integer", option, message);
	if (value < least) throw new ConfigurationError("out-of-range", option, message);
	return value;
}

/** @throws ConfigurationError unless both are integers of at least 1 and `keepLast` is below `triggerAt`. */
export function checkTrigger(triggerAt: number, keepLast: number): void {
	integerOption("triggerAt", triggerAt, 1);
	integerOption("keepLast", keepLast, 1);
	if (keepLast < triggerAt) return;
	throw new ConfigurationError("out-of-range", "keepLast", `keepLast is ${keepLast}, but must be below triggerAt, which is ${triggerAt}.`);
}
