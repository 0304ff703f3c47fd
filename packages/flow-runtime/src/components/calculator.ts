import { calculate } from "@foldback/agent-component";
import { type ComponentDefinition, type FlowValue, type NodeCall, toolOutput } from "../component.ts";
import { toolsMetadataField } from "../tool-settings.ts";

/** Computes an arithmetic expression, as a step of the flow or as an Agent's tool. */
export const calculator: ComponentDefinition = {
	type: "CalculatorComponent",
	aliases: ["Calculator", "CalculatorTool"],
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
			info: "The arithmetic expression to evaluate, such as 4*4*(33/22)+12-20 or sqrt(2)^3.",
			inputTypes: ["Message"],
			toolMode: true,
		},
		toolsMetadataField,
	],
	outputs: [{ name: "result", displayName: "Data", types: ["Data"], aliases: ["api_run_model"] }, toolOutput],
	asTool: { name: "evaluate_expression", description: "Computes an arithmetic expression and returns the number.", output: "result" },
	run: (call) => ({ result: () => evaluate(call) }),
};

async function evaluate({ inputs }: NodeCall): Promise<FlowValue> {
	const expression = inputs.text("expression");
	try {
		return { kind: "data", data: { text: await calculate(expression) } };
	} catch (error) {
		throw inputs.refuse("expression", expression, `an arithmetic expression (${error instanceof Error ? error.message : String(error)})`);
	}
}
