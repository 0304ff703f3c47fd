import { expect, it } from "vitest";
import { openTestHost } from "../testing/test-host.fixture.ts";

async function agentTemplate(host: Awaited<ReturnType<typeof openTestHost>>) {
	const [sample] = (await host.engine()).samples();
	const nodes = JSON.parse(JSON.stringify(sample?.data)).nodes;
	return nodes.find((node: { data: { type: string } }) => node.data.type === "Agent").data.node.template;
}

it.each([{}, { type: "Agent" }])("shows pinned keys and summary model only while the switch is on: %j", async (extra) => {
	const host = await openTestHost();
	const template = await agentTemplate(host);
	for (const on of [false, true]) {
		const { status, body } = await host.call("POST", "/api/v1/custom_component/update", {
			code: "",
			template,
			field: "summarize_older_messages",
			field_value: on,
			tool_mode: false,
			...extra,
		});
		expect(status).toBe(200);
		expect(body).toMatchObject({ display_name: "Agent", tool_mode: false, outputs: [{ name: "response" }, { name: "structured_response" }] });
		expect(body.template.summarize_older_messages.value).toBe(on);
		expect({ keys: body.template.pinned_keys.show, model: body.template.summary_model.show }).toEqual({ keys: on, model: on });
	}
});

it("gives a node in tool mode its toolset as the only output, with and without a type", async () => {
	const host = await openTestHost();
	const template = await agentTemplate(host);
	const update = (input: object) => host.call("POST", "/api/v1/custom_component/update", { code: "", template, field: "tool_mode", ...input });
	for (const extra of [{}, { type: "Agent" }]) {
		expect((await update({ field_value: true, tool_mode: true, ...extra })).body).toMatchObject({ tool_mode: true, outputs: [{ name: "component_as_tool" }] });
		expect((await update({ field_value: false, tool_mode: false, ...extra })).body).toMatchObject({ tool_mode: false, outputs: [{ name: "response" }, {}] });
	}
	expect((await update({ field_value: true, tool_mode: true, type: "Prompt" })).body).toMatchObject({ tool_mode: false, outputs: [{ name: "prompt" }] });
	expect((await update({ field_value: true, tool_mode: true, template: {} })).status).toBe(400);
});

it("answers 400 to a component that it does not know", async () => {
	const host = await openTestHost();
	const unknown = await host.call("POST", "/api/v1/custom_component/update", { template: {}, field: "no_such_field", field_value: 1 });
	expect(unknown.status).toBe(400);
	const named = await host.call("POST", "/api/v1/custom_component/update", { type: "Mystery", template: {}, field: "model", field_value: 1 });
	expect(named.status).toBe(400);
	expect(named.body.detail).toContain('"Mystery"');
});
