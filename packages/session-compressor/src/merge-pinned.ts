/**
 * Folded values after a fold. A key that the reply omits keeps its value, null clears it, keys that are not known are ignored;
 * stored values of keys that are not known any more stay.
 */
export function mergePinned(
	current: Readonly<Record<string, string>>,
	reply: Readonly<Record<string, string | null>>,
	knownKeys: readonly { readonly name: string }[],
): Record<string, string> {
	const values = new Map(Object.entries(current));
	for (const { name } of knownKeys) {
		if (!Object.hasOwn(reply, name)) continue;
		const value = reply[name] ?? null;
		if (value === null) values.delete(name);
		else values.set(name, value);
	}
	return Object.fromEntries(values);
}
