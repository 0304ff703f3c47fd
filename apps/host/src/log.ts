import { pino } from "pino";
import { currentWork } from "./current-work.ts";
import { soundsSecret } from "./http/problem.ts";
import { createRecentLines, type RecentLines } from "./recent-lines.ts";

type LogFields = Readonly<Record<string, unknown>>;

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Writes single-line JSON: names, ids of flows, runs and requests, codes and sizes. Never text of a chat, of a model or of a provider, never a secret, and
 * no session or context id: people choose those, and a run's id leads to them for those who may look.
 */
export interface Logger {
	/** For whoever follows single requests; not written unless asked for. */
	debug(event: string, fields?: LogFields): void;
	info(event: string, fields?: LogFields): void;
	warn(event: string, fields?: LogFields): void;
	error(event: string, fields?: LogFields): void;
	/** What was written last. */
	readonly recent: RecentLines;
}

export interface LogOptions {
	/** The least that is written. Default `info`. */
	readonly level?: LogLevel;
	/** Epoch milliseconds. Default: the system's clock. */
	readonly now?: () => number;
	/** Values that must never be written, whatever field they would come in, such as the host's own keys. */
	readonly secrets?: readonly (string | undefined)[];
}

/**
 * Each line carries the ids of the request and run that it was written in.
 * @param write takes one line without its line feed.
 */
export function createLogger(write: (line: string) => void, { level = "info", now = Date.now, secrets = [] }: LogOptions = {}): Logger {
	const hide = hideSecrets(secrets);
	const recent = createRecentLines(now);
	const logger = pino(
		{
			level,
			base: null,
			messageKey: "event",
			timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
			formatters: { level: (label) => ({ level: label }) },
			// A copy: pino adds the line's own fields to it.
			mixin: () => ({ ...currentWork() }),
		},
		{
			write(text: string) {
				const line = hide(text.trimEnd());
				recent.add(line);
				write(line);
			},
		},
	);
	const at = (name: Exclude<LogLevel, "silent">) => (event: string, fields?: LogFields) => {
		if (logger.isLevelEnabled(name)) logger[name](fields ? harmless(fields) : {}, event);
	};
	return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), recent };
}

/** Longest text of a field: an id, a code or a place in the code is shorter. */
const maxChars = 300;

/** A net below the callers' own care: no field that is named like a secret, none as long as a text. */
function harmless(fields: LogFields): Record<string, unknown> {
	const copy: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(fields)) {
		if (soundsSecret(name)) copy[name] = "(hidden)";
		else if (typeof value === "string") copy[name] = value.length > maxChars ? `${value.slice(0, maxChars)}…` : value;
		else if (typeof value === "object" && value !== null && !Array.isArray(value)) copy[name] = harmless(value as LogFields);
		else copy[name] = value;
	}
	return copy;
}

/** Shorter values would be found in innocent words. */
const leastSecretChars = 8;

function hideSecrets(secrets: readonly (string | undefined)[]): (line: string) => string {
	const written = secrets.flatMap((secret) => (secret && secret.length >= leastSecretChars ? [JSON.stringify(secret).slice(1, -1)] : []));
	return (line) => written.reduce((clean, secret) => (clean.includes(secret) ? clean.replaceAll(secret, "(hidden)") : clean), line);
}
