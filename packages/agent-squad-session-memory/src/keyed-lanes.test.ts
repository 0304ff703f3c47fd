import { expect, test } from "vitest";
import { createKeyedLanes } from "./keyed-lanes.ts";

test("work of one lane runs in order, also after a failure; other lanes do not wait", async () => {
	const lanes = createKeyedLanes();
	const gate = Promise.withResolvers<void>();
	const log: string[] = [];
	const first = lanes.run("a", async () => {
		await gate.promise;
		log.push("a1");
		throw new Error("a1 failed");
	});
	const second = lanes.run("a", async () => log.push("a2"));
	await lanes.run("b", async () => log.push("b1"));
	gate.resolve();
	await expect(first).rejects.toThrow("a1 failed");
	await second;
	expect(log).toEqual(["b1", "a1", "a2"]);
});
