/** @returns the JSON value in a model's text: the text itself, what stands in its first code fence, or what lies between its outermost brackets; else undefined. */
export function jsonIn(text: string): unknown {
	const fence = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/i.exec(text)?.[1];
	const first = text.search(/[[{]/);
	const last = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
	const between = first >= 0 && last > first ? text.slice(first, last + 1) : undefined;
	for (const candidate of [text, fence, between]) {
		const value = candidate === undefined ? undefined : parse(candidate);
		if (typeof value === "object" && value !== null) return value;
	}
	return undefined;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
