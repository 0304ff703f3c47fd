import { expect, it } from "vitest";
import { createLogger } from "../log.ts";
import { createTurnTracker } from "./turn-tracker.ts";

function tracker() {
	const lines: { readonly [key: string]: unknown }[] = [];
	return { lines, turns: createTurnTracker(createLogger((line) => lines.push(JSON.parse(line)))) };
}

it("waits for turns and for what they left, and starts nothing new meanwhile", async () => {
	const { turns } = tracker();
	const turn = turns.begin();
	const done: string[] = [];
	const drained = turns.drain(10_000).then((finished) => done.push(`drained ${finished}`));
	expect(turns.begin()).toBeUndefined();
	const left = Promise.withResolvers<void>();
	turns.later("fold", () => left.promise.then(() => done.push("fold")));
	turn?.end();
	done.push("turn");
	left.resolve();
	await drained;
	expect(done).toEqual(["turn", "fold", "drained true"]);
	expect(turns.running).toBe(0);
});

it("aborts what takes too long", async () => {
	const { turns } = tracker();
	const turn = turns.begin();
	turn?.signal.addEventListener("abort", () => turn.end());
	expect(await turns.drain(1)).toBe(false);
	expect(turn?.signal.reason).toMatchObject({ kind: "shutting-down" });
});

it("logs the failure of what was left by name, never by its message", async () => {
	const { turns, lines } = tracker();
	turns.later("fold", () => Promise.reject(new TypeError("the user said: my password is hunter2")));
	turns.later("fold", () => {
		throw new RangeError("secret");
	});
	expect(await turns.drain(10_000)).toBe(true);
	expect(lines.map(({ event, task, error }) => `${event} ${task} ${error}`).sort()).toEqual([
		"after-run-failed fold RangeError",
		"after-run-failed fold TypeError",
	]);
	expect(JSON.stringify(lines)).not.toMatch(/hunter2|secret"/);
});
