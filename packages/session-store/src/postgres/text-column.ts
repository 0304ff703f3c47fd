import { customType } from "drizzle-orm/pg-core";

/*
 * Postgres text cannot hold U+0000, and chat text may. It is stored as U+0001 U+0001, and U+0001 as U+0001 U+0002; anything else is stored as it is. Every
 * string comes back as it was, and two strings compare as they did before.
 */
const nul = "\u0000";
const mark = "\u0001";
const markedNul = "\u0001\u0001";
const markedMark = "\u0001\u0002";

/** @returns the text as a text column holds it. */
export function toStoredText(text: string): string {
	if (!text.includes(nul) && !text.includes(mark)) return text;
	return text.replaceAll(mark, markedMark).replaceAll(nul, markedNul);
}

/** @returns the text that a text column holds. */
export function fromStoredText(stored: string): string {
	if (!stored.includes(mark)) return stored;
	return stored.replaceAll(markedNul, nul).replaceAll(markedMark, mark);
}

/** A text column for any string. */
export const text = customType<{ data: string; driverData: string }>({ dataType: () => "text", toDriver: toStoredText, fromDriver: fromStoredText });
