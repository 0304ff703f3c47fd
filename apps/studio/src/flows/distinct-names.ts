import { isJsonObject } from "@foldback/flow-runtime/flow-json";

/** A flow's name has so many characters at most. */
const maxNameChars = 200;

/**
 * An exported file whose flows have names that no other flow has, neither a taken one nor one of the file: `Support` → `Support (1)`.
 * @param file a flow, a list of flows, or an object with a list `flows`; anything else comes back as it is.
 */
export function withDistinctNames(file: unknown, taken: Iterable<string>): unknown {
	const names = new Set(taken);
	const rename = (flow: unknown): unknown => {
		if (!isJsonObject(flow) || typeof flow.name !== "string") return flow;
		const name = distinctName(flow.name, names);
		names.add(name);
		return name === flow.name ? flow : { ...flow, name };
	};
	if (Array.isArray(file)) return file.map(rename);
	if (isJsonObject(file) && Array.isArray(file.flows)) return { ...file, flows: file.flows.map(rename) };
	return rename(file);
}

function distinctName(name: string, names: ReadonlySet<string>): string {
	for (let number = 0; ; number += 1) {
		const ending = number === 0 ? "" : ` (${number})`;
		const tried = number === 0 ? name : `${name.slice(0, maxNameChars - ending.length)}${ending}`;
		if (!names.has(tried)) return tried;
	}
}
