import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";

test("gives what is connected, from the machine, and stores nothing", async () => {
	const json = flowJson(
		[nodeJson(component("TextInput"), "in", { input_value: "x" }), nodeJson(component("TextOutput"), "out")],
		[edgeJson("in", "text", "out", "input_value")],
	);
	const done = await run(json, { outputType: "text" });
	expect(done.result.outputs).toMatchObject([{ componentId: "out", message: { text: "x", sender: "Machine" } }]);
	expect(done.chat.rows).toEqual([]);
});

test("several connections are joined; none at all is missing", async () => {
	const two = flowJson(
		[
			nodeJson(component("TextInput"), "a", { input_value: "x" }),
			nodeJson(component("TextInput"), "b", { input_value: "y" }),
			nodeJson(component("TextOutput"), "out"),
		],
		[edgeJson("a", "text", "out", "input_value"), edgeJson("b", "text", "out", "input_value")],
	);
	expect(textOf(await run(two, { outputType: "text" }))).toBe("x\ny");
	const none = flowJson([nodeJson(component("TextOutput"), "out")]);
	await expect(run(none, { outputType: "text" })).rejects.toMatchObject({ code: "missing-input", nodeId: "out", field: "input_value" });
});
