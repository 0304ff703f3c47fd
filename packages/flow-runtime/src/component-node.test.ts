import { describe, expect, test } from "vitest";
import { componentCatalogue, componentNode, updateTemplate } from "./component-node.ts";
import { flowJson, nodeJson } from "./flow.fixture.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { parseFlow } from "./parse-flow.ts";
import { component, registry } from "./run.fixture.ts";

const templateOf = (node: JsonObject): JsonObject => (isJsonObject(node.template) ? node.template : {});

describe("componentCatalogue", () => {
	test("has every component under its category", () => {
		const catalogue = componentCatalogue(registry);
		const types = Object.values(catalogue).flatMap((category) => (isJsonObject(category) ? Object.keys(category) : []));
		expect(types.toSorted()).toEqual(registry.definitions.map((definition) => definition.type).toSorted());
		expect(catalogue.input_output).toMatchObject({ ChatInput: { display_name: "Chat Input", base_classes: ["Message"] } });
	});

	test.each(registry.definitions.map((definition) => [definition.type, definition] as const))(
		"%s is plain JSON, in Langflow's spelling",
		(type, definition) => {
			const node = componentNode(definition);
			expect(JSON.parse(JSON.stringify(node))).toEqual(node);
			for (const name of definition.fields.map((field) => field.name)) {
				expect(templateOf(node)[name]).toMatchObject({ name, display_name: expect.any(String), type: expect.any(String), _input_type: expect.any(String) });
			}
			expect(parseFlow(flowJson([nodeJson(definition, `${type}-1`)])).nodes[0]).toMatchObject({ type, displayName: definition.displayName });
		},
	);
});

describe("updateTemplate", () => {
	test("gives a saved template what it lacks, keeps what it has, and follows the value", () => {
		const old: JsonObject = { _type: "Component", n_messages: { value: 7, name: "n_messages" }, own: { value: 1 } };
		const on = updateTemplate(component("Agent"), old, { field: "summarize_older_messages", value: true });
		expect(on).toMatchObject({
			n_messages: { value: 7 },
			own: { value: 1 },
			summarize_older_messages: { value: true },
			pinned_keys: { show: true, value: [] },
			summary_model: { show: true },
		});
		const off = updateTemplate(component("Agent"), on, { field: "summarize_older_messages", value: false });
		expect(off).toMatchObject({ pinned_keys: { show: false }, summary_model: { show: false } });
		expect(old).not.toHaveProperty("pinned_keys");
	});

	test("a prompt gets fields for the variables of its new template", () => {
		const next = updateTemplate(component("Prompt"), { template: { value: "" } }, { field: "template", value: "{who} {what}" });
		expect(Object.keys(next)).toEqual(expect.arrayContaining(["who", "what"]));
	});

	test("an unknown field changes nothing but what was missing", () => {
		expect(updateTemplate(component("TextInput"), {}, { field: "nonsense", value: 1 })).not.toHaveProperty("nonsense");
	});
});
