/** Values by key; the most recently used ones are kept. */
export interface RecentValues<Value> {
	/** @returns the kept value, else what `make` gives, which is kept from now on. */
	get(key: string, make: () => Value): Value;
}

/** @param limit values that are kept at most */
export function createRecentValues<Value>(limit: number): RecentValues<Value> {
	const values = new Map<string, Value>();
	return {
		get(key, make) {
			const value = values.get(key) ?? make();
			// A Map keeps the order of insertion: the first key is the one that was not used for longest.
			values.delete(key);
			values.set(key, value);
			const [oldest] = values.keys();
			if (values.size > limit && oldest !== undefined) values.delete(oldest);
			return value;
		},
	};
}
