/** A number in foreign JSON, as it was written: `1.10` and `4111111111111111111` would not survive as numbers. */
const numeral = Symbol("numeral");

/**
 * The only place where text of a model is parsed. Numbers come back as {@link numeralText} reads them. Line breaks and other control
 * characters inside strings, which JSON forbids and small models write, are taken as they are.
 * @returns undefined when the text is no JSON, or nested too deeply for the host.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
	return tryParse(text) ?? tryParse(escapeControls(text));
}

/** @returns the text of a number read by `parseJson`, or undefined when the value is none. */
export function numeralText(value: unknown): string | undefined {
	if (typeof value !== "object" || value === null || !(numeral in value)) return undefined;
	return typeof value[numeral] === "string" ? value[numeral] : undefined;
}

function tryParse(text: string): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(text, keepNumeral) };
	} catch {
		return undefined;
	}
}

/** Hosts older than the proposal give no `context`: the number is written out again then. */
function keepNumeral(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	return typeof value === "number" ? { [numeral]: context?.source ?? String(value) } : value;
}

function escapeControls(text: string): string {
	const parts: string[] = [];
	let from = 0;
	let inString = false;
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		if (unit === 0x22) inString = !inString;
		else if (unit === 0x5c) at += 1;
		else if (inString && unit < 0x20) {
			parts.push(text.slice(from, at), `\\u${unit.toString(16).padStart(4, "0")}`);
			from = at + 1;
		}
	}
	return from === 0 ? text : parts.join("") + text.slice(from);
}
