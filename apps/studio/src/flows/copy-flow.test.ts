import { expect, test } from "vitest";
import { copyName, copyOf } from "./copy-flow.ts";

test.each([
	["Support", "Support (copy)"],
	["Support (copy)", "Support (copy 2)"],
	["Support (copy 2)", "Support (copy 3)"],
	["Support (copy) again", "Support (copy) again (copy)"],
	["x".repeat(200), `${"x".repeat(193)} (copy)`],
])("%s → %s", (name, copy) => expect(copyName(name)).toBe(copy));

test("a copy has everything but what is the flow's own", () => {
	const flow = { id: "1", name: "A", endpoint_name: "a", revision: 3, user_id: "u", created_at: "", updated_at: "", data: { nodes: [] }, tags: ["x"], own: 1 };
	expect(copyOf(flow)).toEqual({ name: "A (copy)", data: { nodes: [] }, tags: ["x"], own: 1 });
});
