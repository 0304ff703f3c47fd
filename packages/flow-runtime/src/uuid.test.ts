import { expect, test } from "vitest";
import { uuidv7 } from "./uuid.ts";

test("a UUID of version 7 begins with its time, and no two are equal", () => {
	const ids = Array.from({ length: 1_000 }, () => uuidv7(1_764_000_000_000));
	for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	expect(new Set(ids.map((id) => id.slice(0, 13)))).toEqual(
		new Set([`${(1_764_000_000_000).toString(16).padStart(12, "0").slice(0, 8)}-${(1_764_000_000_000).toString(16).padStart(12, "0").slice(8)}`]),
	);
	expect(new Set(ids).size).toBe(1_000);
});
