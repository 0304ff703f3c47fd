import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";

const flow = flowJson(
	[nodeJson(component("TextInput"), "in", { input_value: "from the template" }), nodeJson(component("TextOutput"), "out")],
	[edgeJson("in", "text", "out", "input_value")],
);

test.each([
	["the request's input, as text", { inputValue: "x", inputType: "text" }, "x"],
	["or as any", { inputValue: "x", inputType: "any" }, "x"],
	["else the template's", { inputType: "text" }, "from the template"],
	["chat input is for chat inputs", { inputValue: "x", inputType: "chat" }, "from the template"],
] as const)("%s", async (_what, request, text) => {
	const done = await run(flow, { ...request, outputType: "text" });
	expect(textOf(done)).toBe(text);
	expect(done.chat.rows).toEqual([]);
});

test("a text tweak beside a text input value is refused", async () => {
	const request = { inputValue: "x", inputType: "text", outputType: "text", tweaks: { "Text Input": { input_value: "y" } } } as const;
	await expect(run(flow, request)).rejects.toMatchObject({ code: "input-conflict", nodeId: "in" });
	expect(textOf(await run(flow, { ...request, inputType: "chat" }))).toBe("y");
});
