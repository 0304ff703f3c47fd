import { neutralizeDelimiters, oneLine, plainText } from "./delimiters.ts";
import type { SessionMessage } from "./message.ts";

const maxFiles = 50;
const maxFileNameChars = 200;
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/**
 * Messages as lines for a summary model. A message starts with `role (time weekday): ` or, when its time is unknown, `role: `; each further
 * line of it starts with `  | `. So no text can begin a line that reads as another message, and none holds one of our delimiters.
 */
export function renderTranscript(messages: readonly SessionMessage[]): string {
	return messages.map(renderMessage).join("\n");
}

function renderMessage(message: SessionMessage): string {
	const time = renderTime(message.timestampMs);
	const text = message.text === "" ? [] : neutralizeDelimiters(plainText(message.text)).split("\n");
	const lines = [...text, ...renderFiles(message.files ?? [])];
	return `${message.role}${time === undefined ? "" : ` (${time})`}: ${lines.join("\n  | ")}`;
}

function renderFiles(files: readonly string[]): readonly string[] {
	const named = files.slice(0, maxFiles).map((file) => `[file: ${renderFileName(file)}]`);
	return files.length > maxFiles ? [...named, `[${files.length - maxFiles} more files]`] : named;
}

function renderFileName(file: string): string {
	const name = neutralizeDelimiters(oneLine(file)).replaceAll("[", "(").replaceAll("]", ")");
	return name.length > maxFileNameChars ? `${name.slice(0, maxFileNameChars).toWellFormed()}…` : name;
}

/** `2026-11-30T21:43:05Z Mon`, or undefined for a time that is unknown (0 included) or none. */
function renderTime(timestampMs: number | undefined): string | undefined {
	if (timestampMs === undefined || timestampMs === 0 || !(Math.abs(timestampMs) <= 8.64e15)) return undefined;
	// biome-ignore lint/style/noRestrictedGlobals: formats a given time, reads no clock.
	const date = new Date(timestampMs);
	return `${date.toISOString().replace(/\.\d+Z$/, "Z")} ${weekdays[date.getUTCDay()]}`;
}
