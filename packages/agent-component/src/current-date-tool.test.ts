import { expect, test } from "vitest";
import { createAgentExecution } from "./agent-execution.ts";
import { createCurrentDateTool } from "./current-date-tool.ts";
import { parseAgentInputs } from "./parse-agent-inputs.ts";
import { testContext } from "./test-context.fixture.ts";

test("tells day and time in a time zone", async () => {
	const tool = await createCurrentDateTool(() => Date.UTC(2026, 10, 30, 23, 30));
	expect(await tool.invoke({})).toBe("Current date and time in UTC: Monday, 30 November 2026 at 23:30");
	expect(await tool.invoke({ timezone: "Asia/Tokyo" })).toContain("Tuesday, 1 December 2026");
	await expect(tool.invoke({ timezone: "Mars/Base" })).rejects.toThrow(/IANA/);
});

test("is called by the offline model when the input asks for the day", async () => {
	const { context } = testContext();
	const { text, contentBlocks } = await createAgentExecution(parseAgentInputs({ input_value: "What day is it today?" }), context).response();
	expect(text).toContain("Monday, 30 November 2026");
	expect(contentBlocks[0]?.contents[0]).toMatchObject({ name: "get_current_date" });
});
