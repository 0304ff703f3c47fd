import type { JsonObject } from "@foldback/flow-runtime/flow-json";

/** What is a flow's own and not its copy's. */
const notCopied = new Set(["id", "user_id", "endpoint_name", "revision", "created_at", "updated_at"]);

/** A flow as a new one beside it. */
export function copyOf(flow: JsonObject): JsonObject {
	const members = Object.fromEntries(Object.entries(flow).filter(([key]) => !notCopied.has(key)));
	return { ...members, name: copyName(typeof flow.name === "string" ? flow.name : "Flow") };
}

/** `Support` → `Support (copy)` → `Support (copy 2)`. A flow's name has 200 characters at most. */
export function copyName(name: string): string {
	const [, base = name, number] = /^(.*) \(copy(?: (\d+))?\)$/s.exec(name) ?? [];
	const ending = base === name ? " (copy)" : ` (copy ${Number(number ?? 1) + 1})`;
	return `${base.slice(0, 200 - ending.length)}${ending}`;
}
