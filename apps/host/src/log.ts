type LogFields = Readonly<Record<string, unknown>>;

/** Writes single-line JSON: names, ids, codes and sizes. Never text of a chat, of a model or of a provider, never a secret. */
export interface Logger {
	info(event: string, fields?: LogFields): void;
	warn(event: string, fields?: LogFields): void;
	error(event: string, fields?: LogFields): void;
}

/** @param write takes one line without its line feed. */
export function createLogger(write: (line: string) => void, now: () => number = Date.now): Logger {
	const at =
		(level: string) =>
		(event: string, fields: LogFields = {}) =>
			write(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields }));
	return { info: at("info"), warn: at("warn"), error: at("error") };
}
