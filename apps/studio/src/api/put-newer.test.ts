import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { putNewer } from "./put-newer.ts";

const queryKey = ["rows"];
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => client.clear());

/** A page that shows rows, and readings of them that are answered when the test says so. */
function showRows() {
	const readings: PromiseWithResolvers<readonly string[]>[] = [];
	const queryFn = () => {
		const reading = Promise.withResolvers<readonly string[]>();
		readings.push(reading);
		return reading.promise;
	};
	const rows = new QueryObserver<readonly string[]>(client, { queryKey, queryFn });
	const stop = rows.subscribe(() => {});
	const answer = async (reading: number, data: readonly string[] | Error) => {
		if (data instanceof Error) readings[reading]?.reject(data);
		else readings[reading]?.resolve(data);
		await new Promise((done) => setImmediate(done));
	};
	return { shown: () => rows.getCurrentResult().data, readings, answer, stop };
}
const add = (row: string) => putNewer<readonly string[]>(client, queryKey, (rows) => [...rows, row]);

test("what is read is changed, and not read again", async () => {
	const { shown, readings, answer, stop } = showRows();
	await answer(0, ["a"]);
	add("b");
	expect(shown()).toEqual(["a", "b"]);
	expect(readings).toHaveLength(1);
	stop();
});

test("a first reading that looked before the change does not hide it", async () => {
	const { shown, readings, answer, stop } = showRows();
	add("b");
	expect(shown()).toBeUndefined();
	await answer(0, ["a"]);
	expect(shown()).toBeUndefined();
	expect(readings).toHaveLength(2);
	await answer(1, ["a", "b"]);
	expect(shown()).toEqual(["a", "b"]);
	stop();
});

test("nor does a later reading, also when there are several changes meanwhile", async () => {
	const { shown, readings, answer, stop } = showRows();
	await answer(0, ["a"]);
	void client.invalidateQueries({ queryKey });
	add("b");
	add("c");
	expect(shown()).toEqual(["a", "b", "c"]);
	await answer(1, ["a"]);
	await answer(2, ["a", "b"]);
	expect(shown()).toEqual(["a", "b", "c"]);
	await answer(3, ["a", "b", "c"]);
	expect(shown()).toEqual(["a", "b", "c"]);
	expect(readings).toHaveLength(4);
	stop();
});

test("what could not be read is tried again; what nobody shows is not read", async () => {
	const { readings, answer, stop } = showRows();
	await answer(0, new Error("no network"));
	add("b");
	expect(readings).toHaveLength(2);
	stop();
	client.clear();
	add("c");
	expect(client.getQueryData(queryKey)).toBeUndefined();
	expect(readings).toHaveLength(2);
});
