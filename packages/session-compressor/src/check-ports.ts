import type { CompressorOptions } from "./compressor.ts";
import { ConfigurationError } from "./errors.ts";

const ports = {
	source: ["newest", "after", "count"],
	store: ["load", "save", "delete"],
	clock: ["now", "sleep"],
} as const satisfies { readonly [Port in "source" | "store" | "clock"]: readonly (keyof NonNullable<CompressorOptions[Port]>)[] };

/**
 * Tells of what a compressor cannot work without, at once and not in the middle of a fold: in JavaScript nothing else does.
 * @throws ConfigurationError naming the option.
 */
export function checkPorts(options: CompressorOptions): void {
	if (typeof options !== "object" || options === null) throw missing("options", "the compressor needs source, summarizer and clock");
	checkMethods("source", options.source);
	if (options.store !== undefined) checkMethods("store", options.store);
	checkMethods("clock", options.clock);
	if (typeof options.summarizer !== "function") throw missing("summarizer", "it must be a function that asks a summary model");
}

function checkMethods(option: keyof typeof ports, port: object | undefined): void {
	const methods: readonly string[] = ports[option];
	const absent = methods.find((method) => typeof port !== "object" || port === null || typeof Reflect.get(port, method) !== "function");
	if (absent !== undefined) throw missing(port ? `${option}.${absent}` : option, `${option} must have the functions ${methods.join(", ")}`, option);
}

function missing(what: string, rule: string, option: string = what): ConfigurationError {
	return new ConfigurationError("unknown-value", option, `${what} is missing or of the wrong kind: ${rule}.`);
}
