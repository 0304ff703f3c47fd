import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";

const flow = flowJson(
	[nodeJson(component("TextInput"), "in"), nodeJson(component("CalculatorComponent"), "calc"), nodeJson(component("TextOutput"), "out")],
	[edgeJson("in", "text", "calc", "expression"), edgeJson("calc", "result", "out", "input_value")],
);
const calculate = (inputValue: string) => run(flow, { inputValue, inputType: "text", outputType: "text" });

test.each([
	["4*4*(33/22)+12-20", "16"],
	["2^10", "1024"],
])("%s is %s", async (expression, result) => {
	expect(textOf(await calculate(expression))).toBe(result);
});

test.each(["", "1/0", "import('fs')", "x = 1", "two plus two"])("%j is refused by node and field", async (expression) => {
	await expect(calculate(expression)).rejects.toMatchObject({ code: "invalid-value", nodeId: "calc", field: "expression" });
});
