import type { Clock } from "./clock.ts";

export type Ended<T> = { readonly ended: "done"; readonly value: T } | { readonly ended: "timeout" | "aborted" };

/** Waits for `work`, but not longer than `timeoutMs` and not after `signal` aborts. The work itself goes on; a late failure of it is ignored. */
export async function withDeadline<T>(
	work: Promise<T>,
	limits: { readonly clock: Clock; readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Ended<T>> {
	const timer = new AbortController();
	const abort = listen(limits.signal);
	work.catch(() => undefined);
	try {
		return await Promise.race([
			abort.happened.then((): Ended<T> => ({ ended: "aborted" })),
			work.then((value): Ended<T> => ({ ended: "done", value })),
			elapsed(limits, timer.signal).then((): Ended<T> => ({ ended: "timeout" })),
		]);
	} finally {
		abort.forget();
		timer.abort();
	}
}

/** Resolves when the time is up; stays pending when the sleep was cut short. */
function elapsed({ clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number }, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		clock.sleep(timeoutMs, signal).then(resolve, () => undefined);
	});
}

function listen(signal: AbortSignal | undefined): { readonly happened: Promise<void>; forget(): void } {
	let forget = () => {};
	const happened = new Promise<void>((resolve) => {
		if (!signal) return;
		if (signal.aborted) return resolve();
		const onAbort = () => resolve();
		signal.addEventListener("abort", onAbort, { once: true });
		forget = () => signal.removeEventListener("abort", onAbort);
	});
	return { happened, forget: () => forget() };
}
