import { expect, test } from "vitest";
import { openTestHost } from "../testing/test-host.fixture.ts";

test("the catalogue has fresh nodes by category and type, with other names and whether an Agent can use them", async () => {
	const host = await openTestHost();
	const { status, body } = await host.call("GET", "/api/v1/all");
	expect(status).toBe(200);
	expect(body.models_and_agents.Agent).toMatchObject({
		display_name: "Agent",
		template: { summarize_older_messages: { value: false, real_time_refresh: true }, pinned_keys: { show: false } },
	});
	expect(body.input_output.ChatInput.usable_as_tool).toBe(false);
	expect(body.utilities.CalculatorComponent).toMatchObject({ aliases: expect.arrayContaining(["Calculator"]), usable_as_tool: true });
});
