import { expect, test } from "vitest";
import { createCurrentDateTool } from "./current-date-tool.ts";

test("tells day and time in a time zone", async () => {
	const tool = await createCurrentDateTool(() => Date.UTC(2026, 10, 30, 23, 30));
	expect(await tool.invoke({})).toBe("Current date and time in UTC: Monday, 30 November 2026 at 23:30");
	expect(await tool.invoke({ timezone: "Asia/Tokyo" })).toContain("Tuesday, 1 December 2026");
	await expect(tool.invoke({ timezone: "Mars/Base" })).rejects.toThrow(/IANA/);
});
