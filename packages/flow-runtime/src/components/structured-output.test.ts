import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run, textOf } from "../run.fixture.ts";

const models = createModelProvider();
const schema = [
	{ name: "cluster", description: "the cluster", type: "str", multiple: false },
	{ name: "count", description: "how many", type: "int", multiple: false },
];
const flow = (values: JsonObject, output = "structured_output") =>
	flowJson(
		[
			nodeJson(component("ChatInput"), "in"),
			nodeJson(component("StructuredOutput"), "so", { output_schema: schema, ...values }),
			nodeJson(component("TextOutput"), "out"),
		],
		[edgeJson("in", "message", "so", "input_value"), edgeJson("so", output, "out", "input_value")],
	);
const extract = (text: string, values: JsonObject = {}, output?: string) => run(flow(values, output), { inputValue: text, outputType: "text" }, { models });

describe("reads data by the schema", () => {
	test("as one object", async () => {
		const done = await extract("cluster: EU-7, count: 3");
		expect(JSON.parse(textOf(done) ?? "")).toMatchObject({ cluster: "EU-7", count: expect.any(Number) });
		expect(done.events).toContainEqual(expect.objectContaining({ type: "agent", nodeId: "so", event: expect.objectContaining({ type: "model-called" }) }));
	});

	test("as rows", async () => {
		expect(JSON.parse(textOf(await extract("cluster: EU-7", {}, "dataframe_output")) ?? "")).toMatchObject([{ cluster: "EU-7" }]);
	});

	test("with a model that an older export names", async () => {
		expect(textOf(await extract("cluster: EU-7", { agent_llm: "Offline", model_name: "offline-demo" }))).toContain("EU-7");
	});
});

test.each<[JsonObject, string]>([
	[{ output_schema: [] }, "output_schema"],
	[{ output_schema: [{ name: "a b" }] }, "output_schema"],
	[{ output_schema: [{ name: "a", type: "date" }] }, "output_schema"],
	[{ model: [{ name: "x", provider: "Nobody" }] }, "model"],
])("%j is refused by node and field", async (values, field) => {
	await expect(extract("x", values)).rejects.toMatchObject({ nodeId: "so", nodeType: "StructuredOutput", field });
});
