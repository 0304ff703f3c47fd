import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run, textOf } from "../run.fixture.ts";
import { prompt } from "./prompt.ts";

const flow = (values: JsonObject) =>
	flowJson(
		[nodeJson(component("ChatInput"), "in"), nodeJson(prompt, "p", values), nodeJson(component("ChatOutput"), "out")],
		[edgeJson("in", "message", "p", "question"), edgeJson("p", "prompt", "out", "input_value")],
	);

test("fills in connected and written variables; what they hold is never read as template", async () => {
	const template = flow({ template: "{who} asks: {question} {unknown} {{x}}", who: "{question}" });
	expect(textOf(await run(template, { inputValue: "$& {who} $'" }))).toBe("{question} asks: $& {who} $' {unknown} {x}");
});

test("a variable without any value is empty once the node has it as a field", async () => {
	expect(textOf(await run(flow({ template: "<{who}>", who: "" })))).toBe("<>");
});

test("double brackets", async () => {
	const template = flow({ template: "{{who}} {who}", who: "Ada", use_double_brackets: true });
	expect(textOf(await run(template))).toBe("Ada {who}");
});

test("a tweak may bring the template and its variables", async () => {
	const done = await run(flow({ template: "" }), { tweaks: { p: { template: "Hi {name}", name: "Ada" } } });
	expect(textOf(done)).toBe("Hi Ada");
});

test("the template's text is not a variable of itself", async () => {
	expect(textOf(await run(flow({ template: "{template}" })))).toBe("{template}");
});

test("in the editor, new variables become fields and old ones keep their values", () => {
	const before: JsonObject = { template: { value: "{a} {b}" }, a: { value: "kept" } };
	const after = prompt.updateBuildConfig?.(before, "template", "{a} {b}");
	expect(after).toMatchObject({ a: { value: "kept" }, b: { name: "b", value: "", _input_type: "MessageTextInput" } });
	expect(prompt.updateBuildConfig?.(before, "a", "x")).toBe(before);
	const own = prompt.updateBuildConfig?.({ template: { value: "{use_double_brackets}" } }, "template", "");
	expect(own).not.toHaveProperty("use_double_brackets");
});
