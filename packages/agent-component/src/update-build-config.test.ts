import { expect, test } from "vitest";
import { agentFields } from "./agent-fields.ts";
import { type Template, updateBuildConfig } from "./update-build-config.ts";

const template: Template = { _type: "Component", ...Object.fromEntries(agentFields.map(({ name, value, show = true }) => [name, { name, value, show }])) };

test("the fields of folding show only while the switch is on, and keep their values", () => {
	const filled = { ...template, pinned_keys: { name: "pinned_keys", value: ["cluster"], show: false } };
	const on = updateBuildConfig(filled, "summarize_older_messages", true);
	expect(on).toMatchObject({ summarize_older_messages: { value: true }, pinned_keys: { show: true, value: ["cluster"] }, summary_model: { show: true } });
	const off = updateBuildConfig(on, "summarizeOlderMessages", "false");
	expect(off).toEqual(filled);
});

test("the given template is not changed, and other fields change nothing", () => {
	const before = structuredClone(template);
	updateBuildConfig(template, "summarize_older_messages", true);
	expect(template).toEqual(before);
	expect(updateBuildConfig(template, "n_messages", 3)).toBe(template);
});

test("a saved template without the new fields stays without them", () => {
	expect(updateBuildConfig({ model: { value: [] } }, "summarize_older_messages", true)).toEqual({ model: { value: [] } });
});

test("fields stand in Langflow's order, with the three new ones after the number of messages", () => {
	expect(agentFields.map(({ name }) => name)).toEqual(
		"model api_key system_prompt context_id n_messages summarize_older_messages pinned_keys summary_model max_tokens format_instructions output_schema tools input_value handle_parsing_errors max_iterations stream add_current_date_tool add_calculator_tool".split(
			" ",
		),
	);
	expect(agentFields.filter(({ advanced }) => !advanced).map(({ name }) => name)).toEqual(["model", "system_prompt", "tools", "input_value"]);
	expect(agentFields.filter(({ show }) => show === false).map(({ name }) => name)).toEqual(["pinned_keys", "summary_model"]);
});
