import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { ApiProblem } from "./api-problem.ts";
import { createQueryClient } from "./query-client.ts";

test("what is said to be old while it is read for the first time is read again", async () => {
	const client = createQueryClient();
	const readings: PromiseWithResolvers<readonly string[]>[] = [];
	const queryFn = () => {
		const reading = Promise.withResolvers<readonly string[]>();
		readings.push(reading);
		return reading.promise;
	};
	const flows = new QueryObserver(client, { queryKey: ["flows"], queryFn });
	const stop = flows.subscribe(() => {});
	void client.invalidateQueries({ queryKey: ["sessions"] });
	expect(readings).toHaveLength(1);
	const readAgain = client.invalidateQueries({ queryKey: ["flows"] });
	expect(readings).toHaveLength(2);
	readings[0]?.resolve(["before the change"]);
	readings[1]?.resolve(["before the change", "the change"]);
	await readAgain;
	expect(flows.getCurrentResult().data).toEqual(["before the change", "the change"]);
	stop();
	client.clear();
});

test("a refusal is not asked again, a host that cannot be reached is, twice", async () => {
	for (const [status, readings] of [
		[404, 1],
		[0, 3],
	] as const) {
		const client = createQueryClient();
		let count = 0;
		const queryFn = () => {
			count += 1;
			return Promise.reject(new ApiProblem(status, { detail: "No." }));
		};
		const failed = Promise.withResolvers<void>();
		const flows = new QueryObserver(client, { queryKey: ["flows"], queryFn, retryDelay: 0 });
		const stop = flows.subscribe(({ isError }) => isError && failed.resolve());
		await failed.promise;
		expect(count).toBe(readings);
		stop();
		client.clear();
	}
});
