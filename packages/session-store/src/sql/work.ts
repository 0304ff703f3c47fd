/**
 * A piece of database work, written once for a driver that answers at once (SQLite, whose transactions must not be left in between) and for one that
 * answers later (Postgres): `yield*` gives the result of a statement or of other work.
 */
export type Work<T> = Generator<Promise<unknown>, T, unknown>;

/** Runs work whose statements all answer at once. */
export function runAtOnce<T>(work: Work<T>): T {
	const step = work.next();
	if (step.done) return step.value;
	throw new Error("A statement of this work answers later: run it with runInTurn.");
}

/** Runs work step by step, waiting for each statement. */
export async function runInTurn<T>(work: Work<T>): Promise<T> {
	let step = work.next();
	while (!step.done) {
		const [outcome] = await Promise.allSettled([step.value]);
		step = outcome.status === "fulfilled" ? work.next(outcome.value) : work.throw(outcome.reason);
	}
	return step.value;
}

/** Work that is done when the promise is. */
export function* waitFor<T>(promise: Promise<T>): Work<T> {
	// A generator cannot say which result goes with which yield; runInTurn sends back what this promise gives.
	return (yield promise) as T;
}

/** Work that is done already. */
export function* done<T>(value: T): Work<T> {
	yield* [];
	return value;
}

/** Work whose result is converted in the same run, so that what goes wrong there counts as the work's own error. */
export function* mapWork<T, U>(work: Work<T>, convert: (result: T) => U): Work<U> {
	return convert(yield* work);
}
