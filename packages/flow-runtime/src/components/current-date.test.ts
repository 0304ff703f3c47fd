import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";

const now = () => Date.UTC(2026, 10, 30, 23, 30);
const flow = (timezone: string) =>
	flowJson(
		[nodeJson(component("CurrentDate"), "date", { timezone }), nodeJson(component("TextOutput"), "out")],
		[edgeJson("date", "current_date", "out", "input_value")],
	);
const tell = async (timezone: string) => textOf(await run(flow(timezone), { outputType: "text" }, { now }));

test.each([
	["UTC", "Monday 30 November 2026 at 23:30"],
	["", "in UTC"],
	["Asia/Tokyo", "Tuesday 1 December 2026 at 08:30"],
])("%s: by the run's clock", async (timezone, text) => {
	expect((await tell(timezone))?.replaceAll(",", "")).toContain(text);
});

test("an unknown time zone is refused by node and field", async () => {
	await expect(tell("Europe/Nowhere")).rejects.toMatchObject({ code: "invalid-value", nodeId: "date", nodeType: "CurrentDate", field: "timezone" });
});
