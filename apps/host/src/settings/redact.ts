import { existsSync, readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ConfigError } from "../config.ts";

/** Removes secrets from text on its way to a summary model and back. */
export type Redact = (text: string) => string;

const mark = "[redacted]";
const moduleTypes = [".js", ".mjs", ".cjs", ".ts", ".mts"];

/**
 * Reads `FOLDBACK_REDACT`: a JSON list of regular expressions, a file with one on each line, or a module that exports a function `redact`.
 * @throws ConfigError that says what is wrong with it.
 */
export async function loadRedact(setting: string): Promise<Redact> {
	if (setting.trimStart().startsWith("[")) return fromPatterns(readList(setting));
	const path = resolve(setting);
	if (!existsSync(path))
		throw wrong(`names ${JSON.stringify(setting)}, which is no file. Give a JSON list of regular expressions, a file of them, or a module.`);
	if (moduleTypes.includes(extname(path))) return fromModule(path, setting);
	const lines = readFileSync(path, "utf8").split(/\r?\n/);
	return fromPatterns(lines.filter((line) => line.trim() !== "" && !line.startsWith("#")));
}

function readList(setting: string): readonly string[] {
	try {
		const list: unknown = JSON.parse(setting);
		if (Array.isArray(list) && list.every((item) => typeof item === "string")) return list;
	} catch {
		// Said below, in words of this setting.
	}
	throw wrong('is not a JSON list of strings, such as ["sk-[A-Za-z0-9]+"].');
}

function fromPatterns(patterns: readonly string[]): Redact {
	if (patterns.length === 0) throw wrong("has no pattern. Unset it, or give at least one.");
	const expressions = patterns.map((pattern) => {
		try {
			return new RegExp(pattern, "gu");
		} catch (cause) {
			throw wrong(`has the pattern ${JSON.stringify(pattern)}, which is no regular expression (${cause instanceof Error ? cause.message : String(cause)}).`);
		}
	});
	return (text) => expressions.reduce((clean, expression) => clean.replace(expression, () => mark), text);
}

async function fromModule(path: string, setting: string): Promise<Redact> {
	const loaded: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href).catch((cause: unknown) => {
		throw wrong(`names the module ${JSON.stringify(setting)}, which cannot be loaded (${cause instanceof Error ? cause.message : String(cause)}).`);
	});
	const { redact } = loaded;
	if (typeof redact !== "function") throw wrong(`names the module ${JSON.stringify(setting)}, which exports no function \`redact\`.`);
	return (text) => {
		const clean: unknown = redact(text);
		if (typeof clean !== "string") throw new TypeError("The redact function of FOLDBACK_REDACT must return a string.");
		return clean;
	};
}

function wrong(what: string): ConfigError {
	return new ConfigError([`FOLDBACK_REDACT ${what}`]);
}
