import { describe, expect, test } from "vitest";
import { runScheduled } from "./schedule.ts";

/** Tasks that end when the test says so. */
function bench(dependencies: Readonly<Record<string, readonly string[]>>, { urgent = [], limit = 2 }: { urgent?: readonly string[]; limit?: number } = {}) {
	const open = new Map<string, PromiseWithResolvers<void>>();
	const started: string[] = [];
	const ended = runScheduled(Object.keys(dependencies), {
		dependenciesOf: (task) => dependencies[task] ?? [],
		isUrgent: (task) => urgent.includes(task),
		limit,
		run: (task) => {
			started.push(task);
			const gate = Promise.withResolvers<void>();
			open.set(task, gate);
			return gate.promise;
		},
	});
	const settled = async () => {
		for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
	};
	return {
		ended,
		started,
		end: async (task: string) => {
			open.get(task)?.resolve();
			await settled();
		},
		fail: async (task: string, error: Error) => {
			open.get(task)?.reject(error);
			await settled();
		},
	};
}

test("independent tasks run at the same time, up to the limit, in the list's order", async () => {
	const { started, end, ended } = bench({ a: [], b: [], c: [] });
	expect(started).toEqual(["a", "b"]);
	await end("b");
	expect(started).toEqual(["a", "b", "c"]);
	await end("a");
	await end("c");
	await ended;
});

test("a task starts when all that it depends on has ended", async () => {
	const { started, end } = bench({ a: [], b: [], c: ["a", "b", "a"] });
	await end("a");
	expect(started).toEqual(["a", "b"]);
	await end("b");
	expect(started).toEqual(["a", "b", "c"]);
});

describe("an urgent task", () => {
	test("goes before others that became ready with it, and they wait for it", async () => {
		const { started, end } = bench({ a: [], b: ["a"], store: ["a"] }, { urgent: ["store"] });
		await end("a");
		expect(started).toEqual(["a", "store"]);
		await end("store");
		expect(started).toEqual(["a", "store", "b"]);
	});

	test("waits for no running one, but for another urgent one", async () => {
		const { started, end } = bench({ slow: [], a: [], one: ["a"], two: ["a"] }, { urgent: ["one", "two"] });
		await end("a");
		expect(started).toEqual(["slow", "a", "one"]);
		await end("one");
		expect(started).toEqual(["slow", "a", "one", "two"]);
	});
});

test("after a failure nothing starts, and what runs is waited for", async () => {
	const { started, end, fail, ended } = bench({ a: [], b: [], c: [] });
	let over = false;
	const failed = ended.catch((error: unknown) => {
		over = true;
		return error;
	});
	await fail("a", new Error("first"));
	expect([started, over]).toEqual([["a", "b"], false]);
	await end("b");
	expect(await failed).toEqual(new Error("first"));
	expect(started).toEqual(["a", "b"]);
});
