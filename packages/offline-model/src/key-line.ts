import type { FoldPrompt } from "./fold-prompt.ts";

/** @returns the key of one line of a key list: a JSON object with `name`, `description` and `value`, or `- name: description`; none for an empty line. */
export function readKeyLine(line: string): FoldPrompt["keys"][number][] {
	const plain = line.trim();
	if (plain === "") return [];
	const key = parseObject(plain);
	if (key === undefined) {
		const [, name, description = ""] = /^(?:[-*•]\s+)?([^:]{1,64})(?::\s*(.*))?$/.exec(plain) ?? [];
		return name === undefined ? [] : [{ name: name.trim(), description }];
	}
	if (typeof key.name !== "string") return [];
	const description = typeof key.description === "string" ? key.description : "";
	return [{ name: key.name, description, ...(typeof key.value === "string" ? { value: key.value } : {}) }];
}

function parseObject(text: string): Record<string, unknown> | undefined {
	if (!text.startsWith("{")) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? { ...value } : undefined;
	} catch {
		return undefined;
	}
}
