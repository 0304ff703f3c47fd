import { expect, it } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

it("lets each key pass once in a while, and tells the others how long to wait", () => {
	let time = 1_000;
	const limit = createRateLimit(100, () => time);
	expect(limit.take("a")).toBe(0);
	expect(limit.take("b")).toBe(0);
	time = 1_040;
	expect(limit.take("a")).toBe(60);
	time = 1_100;
	expect(limit.take("a")).toBe(0);
	expect(limit.take("a")).toBe(100);
	expect(limit.take("b")).toBe(0);
});
