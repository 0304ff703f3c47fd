import { AsyncLocalStorage } from "node:async_hooks";

/** Ids of what is being worked on, for lines of the log. */
export interface Work {
	readonly requestId?: string;
	readonly runId?: string;
}

const current = new AsyncLocalStorage<Work>();

/** Does something, and what it leaves for later, as part of this work; ids that are not given are those of the work around it. */
export function duringWork<Result>(work: Work, task: () => Result): Result {
	return current.run({ ...current.getStore(), ...work }, task);
}

/** @returns the ids of the work that the caller belongs to; undefined outside of any. */
export function currentWork(): Work | undefined {
	return current.getStore();
}
