/** Work in lanes: what shares a lane runs one after the other in the order it came, whether or not the work before it succeeded. */
export interface KeyedLanes {
	run<T>(lane: string, work: () => Promise<T>): Promise<T>;
}

/** Lanes within this process. A lane without work holds no memory. */
export function createKeyedLanes(): KeyedLanes {
	const tails = new Map<string, Promise<unknown>>();
	return {
		run: (lane, work) => {
			const before = tails.get(lane) ?? Promise.resolve();
			const result = before.then(work);
			const tail = result.then(
				() => undefined,
				() => undefined,
			);
			tails.set(lane, tail);
			void tail.then(() => tails.get(lane) === tail && tails.delete(lane));
			return result;
		},
	};
}
