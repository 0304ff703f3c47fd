import { expect, test } from "vitest";
import { withDeadline } from "./deadline.ts";
import { createManualClock } from "./testing.ts";

const never = new Promise<string>(() => {});

function limits(signal?: AbortSignal) {
	return { clock: createManualClock(), timeoutMs: 1_000, signal };
}

test("work that ends in time gives its value and leaves no timer", async () => {
	const within = limits();
	expect(await withDeadline(Promise.resolve("done"), within)).toEqual({ ended: "done", value: "done" });
	expect(within.clock.sleeping).toBe(0);
});

test("work that fails in time fails", async () => {
	await expect(withDeadline(Promise.reject(new Error("no")), limits())).rejects.toThrow("no");
});

test("work that takes too long is left, and its later failure is nobody's", async () => {
	const within = limits();
	const work = Promise.withResolvers<string>();
	const ended = withDeadline(work.promise, within);
	within.clock.advance(1_000);
	expect(await ended).toEqual({ ended: "timeout" });
	work.reject(new Error("too late"));
	expect(within.clock.sleeping).toBe(0);
});

test("an abort ends the wait at once, also one that came before", async () => {
	const turn = new AbortController();
	const within = limits(turn.signal);
	const ended = withDeadline(never, within);
	turn.abort();
	expect(await ended).toEqual({ ended: "aborted" });
	expect(await withDeadline(never, limits(AbortSignal.abort()))).toEqual({ ended: "aborted" });
	expect(within.clock.sleeping).toBe(0);
});

test("a clock that fails to sleep sets no deadline", async () => {
	const clock = { now: () => 0, sleep: () => Promise.reject(new Error("no timers")) };
	expect(await withDeadline(Promise.resolve(1), { clock, timeoutMs: 1, signal: undefined })).toEqual({ ended: "done", value: 1 });
});
