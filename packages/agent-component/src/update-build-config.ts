import { toBoolean } from "./read-value.ts";

/** A node's template: fields by name. Entries that are no objects (`_type`) are kept as they are. */
export type Template = Readonly<Record<string, unknown>>;

const folding = ["pinned_keys", "summary_model"] as const;
const switchFields = new Set(["summarize_older_messages", "summarizeOlderMessages"]);

/**
 * What the editor shows after `field` was set to `value`: `pinned_keys` and `summary_model` only while the switch is on.
 * @returns a new template; the given one is not changed. Values are kept, so that switching off and on again loses nothing.
 */
export function updateBuildConfig(template: Template, field: string, value: unknown): Template {
	if (!switchFields.has(field)) return template;
	const isOn = toBoolean(value) ?? false;
	const next: Record<string, unknown> = { ...template };
	setEntry(next, "summarize_older_messages", { value: isOn });
	for (const name of folding) setEntry(next, name, { show: isOn });
	return next;
}

function setEntry(template: Record<string, unknown>, name: string, change: Readonly<Record<string, unknown>>): void {
	const entry = template[name];
	if (typeof entry === "object" && entry !== null) template[name] = { ...entry, ...change };
}
