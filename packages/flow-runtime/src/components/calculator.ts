import { calculate } from "@foldback/agent-component";
import * as z from "zod";
import { type ComponentDefinition, type FlowValue, type NodeCall, toolOutput } from "../component.ts";
import { toolSettings, toolsMetadataField } from "../tool-settings.ts";

/** Computes an arithmetic expression, as a step of the flow or as an Agent's tool. */
export const calculator: ComponentDefinition = {
	type: "CalculatorComponent",
	aliases: ["Calculator"],
	category: "utilities",
	displayName: "Calculator",
	description: "Perform basic arithmetic operations on a given expression.",
	icon: "calculator",
	fields: [
		{
			name: "expression",
			displayName: "Expression",
			inputType: "MessageTextInput",
			value: "",
			info: "The arithmetic expression to evaluate, such as 4*4*(33/22)+12-20.",
			inputTypes: ["Message"],
			extra: { tool_mode: true },
		},
		toolsMetadataField,
	],
	outputs: [{ name: "result", displayName: "Data", types: ["Data"] }, toolOutput],
	run: (call) => ({ result: () => evaluate(call), component_as_tool: () => asTool(call) }),
};

async function evaluate({ inputs }: NodeCall): Promise<FlowValue> {
	const expression = inputs.text("expression");
	try {
		return { kind: "data", data: { text: await calculate(expression) } };
	} catch (error) {
		throw inputs.refuse("expression", expression, `an arithmetic expression (${error instanceof Error ? error.message : String(error)})`);
	}
}

async function asTool({ inputs }: NodeCall): Promise<FlowValue> {
	const settings = toolSettings(inputs, { name: "evaluate_expression", description: "Computes an arithmetic expression and returns the number." });
	if (!settings.enabled) return { kind: "tools", tools: [] };
	const { tool } = await import("@langchain/core/tools");
	const schema = z.object({ expression: z.string().describe("Arithmetic expression, such as 4*4*(33/22)+12-20 or sqrt(2)^3.") });
	return { kind: "tools", tools: [tool(({ expression }) => calculate(expression), { name: settings.name, description: settings.description, schema })] };
}
