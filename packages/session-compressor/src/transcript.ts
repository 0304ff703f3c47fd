import { neutralizeDelimiters, oneLine, plainText } from "./delimiters.ts";
import type { SessionMessage } from "./message.ts";

const maxFiles = 50;
const maxFileNameChars = 200;
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/**
 * Messages as lines for a summary model. A message starts with `role (time): ` or, when its time is unknown, `role: `; the time has its day where
 * that is not the day of the message before. Each further line of a message starts with `|`; blank lines are left out.
 * So no text can begin a line that reads as another message, and none holds one of our delimiters.
 */
export function renderTranscript(messages: readonly SessionMessage[]): string {
	let day: string | undefined;
	const lines = messages.map((message) => {
		const time = readTime(message.timestampMs);
		const shown = time && (time.day === day ? time.minute : `${time.day} ${time.minute}`);
		day = time?.day;
		return renderMessage(message, shown);
	});
	return lines.join("\n");
}

function renderMessage(message: SessionMessage, time: string | undefined): string {
	const text = neutralizeDelimiters(plainText(message.text)).split("\n");
	const lines = [...text.filter((line) => line.trim() !== ""), ...renderFiles(message.files ?? [])];
	return `${message.role}${time === undefined ? "" : ` (${time})`}: ${lines.join("\n|")}`;
}

function renderFiles(files: readonly string[]): readonly string[] {
	const named = files.slice(0, maxFiles).map((file) => `[file: ${renderFileName(file)}]`);
	return files.length > maxFiles ? [...named, `[${files.length - maxFiles} more files]`] : named;
}

function renderFileName(file: string): string {
	const name = neutralizeDelimiters(oneLine(file)).replaceAll("[", "(").replaceAll("]", ")");
	return name.length > maxFileNameChars ? `${name.slice(0, maxFileNameChars).toWellFormed()}…` : name;
}

/** In UTC, `2026-11-30 Mon` and `21:43`; undefined for a time that is unknown (0 included) or none. */
function readTime(timestampMs: number | undefined): { readonly day: string; readonly minute: string } | undefined {
	if (timestampMs === undefined || timestampMs === 0 || !(Math.abs(timestampMs) <= 8.64e15)) return undefined;
	// biome-ignore lint/style/noRestrictedGlobals: formats a given time, reads no clock.
	const date = new Date(timestampMs);
	const [day = "", time = ""] = date.toISOString().split("T");
	return { day: `${day} ${weekdays[date.getUTCDay()]}`, minute: time.slice(0, 5) };
}
