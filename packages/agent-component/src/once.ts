/** Loads something at its first use and keeps it: even of a module that is there already an `import()` takes its time. What failed is tried again. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
	let loaded: Promise<Value> | undefined;
	const forget = (error: unknown) => {
		loaded = undefined;
		throw error;
	};
	return () => {
		loaded ??= load().catch(forget);
		return loaded;
	};
}
