import type { FoldPrompt } from "./fold-prompt.ts";

type Key = FoldPrompt["keys"][number];

/** @returns the key of one line of a key list, as `- name: description (current value: X)` or a JSON object; none for other lines. */
export function readKeyLine(line: string): Key[] {
	const plain = line.trim().replace(/^[-*•]\s+/, "");
	if (plain === "") return [];
	return readJson(plain) ?? readText(plain);
}

function readJson(line: string): Key[] | undefined {
	if (!line.startsWith("{")) return undefined;
	try {
		const value: unknown = JSON.parse(line.replace(/,$/, ""));
		if (typeof value !== "object" || value === null || !("name" in value) || typeof value.name !== "string") return undefined;
		const description = "description" in value && typeof value.description === "string" ? value.description : "";
		const known = "value" in value && typeof value.value === "string" ? { value: value.value } : {};
		return [{ name: value.name, description, ...known }];
	} catch {
		return undefined;
	}
}

function readText(line: string): Key[] {
	const match = /^["`]?([^\s"`:=(]+)["`]?\s*(.*)$/s.exec(line);
	if (match?.[1] === undefined) return [];
	const rest = match[2] ?? "";
	const value = /(?:current(?:ly| value)?|value|so far|=)\s*[:=]?\s*("(?:[^"\\]|\\.)*"|[^)\n]+)\)?\s*$/i.exec(rest);
	const known = value?.[1] === undefined ? "" : unquoted(value[1].trim());
	const description = (value === null ? rest : rest.slice(0, value.index)).replace(/^[\s:(–—-]+|[\s;,:()=]+$/g, "");
	return [{ name: match[1], description, ...(known === "" || /^(?:none|null|unknown|not known)\b/i.test(known) ? {} : { value: known }) }];
}

function unquoted(text: string): string {
	if (!text.startsWith('"')) return text;
	try {
		return String(JSON.parse(text));
	} catch {
		return text;
	}
}
