/** @returns a boolean for booleans and the words that flow JSON and tweaks use for them; undefined for anything else. */
export function toBoolean(value: unknown): boolean | undefined {
	if (typeof value === "boolean") return value;
	if (value === 1 || value === 0) return value === 1;
	if (typeof value !== "string") return undefined;
	const word = value.trim().toLowerCase();
	if (word === "true" || word === "1") return true;
	return word === "false" || word === "0" || word === "" ? false : undefined;
}

/** @returns the text of a string, number or Message-like value (`{text}`); undefined for anything else. */
export function toText(value: unknown): string | undefined {
	if (typeof value === "string") return value;
	if (typeof value === "number") return String(value);
	if (typeof value === "object" && value !== null && "text" in value && typeof value.text === "string") return value.text;
	return undefined;
}

/** `n_messages` as `nMessages`. */
export function camelCase(name: string): string {
	return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
