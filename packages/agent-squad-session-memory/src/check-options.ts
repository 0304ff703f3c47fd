import { ConfigurationError } from "@foldback/session-compressor";
import type { ChatStorage } from "./chat-storage.ts";

const storageMethods = ["saveChatMessage", "fetchChat", "fetchAllChats"] as const satisfies readonly (keyof ChatStorage)[];

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

/** @throws ConfigurationError unless the value has a storage's three methods; in JavaScript nothing else tells of one that was left out. */
export function checkStorage(option: string, value: unknown): void {
	const missing = storageMethods.find((method) => !hasMethod(value, method));
	if (missing === undefined) return;
	const what = value === undefined ? "missing" : `without ${missing}`;
	throw new ConfigurationError("unknown-value", option, `${option} is ${what}, but must be a storage with ${storageMethods.join(", ")}.`);
}

/** @throws ConfigurationError unless the value is a function. */
export function checkFunction(option: string, value: unknown): void {
	if (typeof value === "function") return;
	throw new ConfigurationError("unknown-value", option, `${option} is ${value === undefined ? "missing" : String(value)}, but must be a function.`);
}

/** @throws ConfigurationError unless the value is a LangChain chat model, or a function. */
export function checkModel(option: string, value: unknown): void {
	if (typeof value === "function" || hasMethod(value, "invoke")) return;
	const what = value === undefined ? "missing" : String(value);
	throw new ConfigurationError("unknown-value", option, `${option} is ${what}, but must be a chat model of LangChain, or a summarizer.`);
}

function hasMethod(value: unknown, method: string): boolean {
	return typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";
}
