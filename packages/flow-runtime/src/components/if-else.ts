import { compareTexts, operators } from "../compare-texts.ts";
import type { ComponentDefinition, FlowValue, NodeCall } from "../component.ts";
import type { Field } from "../field.ts";
import { plainMessage } from "../node-inputs.ts";

const caseMessage = (name: string, displayName: string, which: string): Field => ({
	name,
	displayName,
	inputType: "MessageInput",
	value: "",
	info: `What is passed on when the condition ${which}. Empty: the text input itself.`,
	advanced: true,
	inputTypes: ["Message"],
});

/** Compares a text and passes a message on to one of two branches; what hangs on the other does not run. */
export const ifElse: ComponentDefinition = {
	type: "ConditionalRouter",
	aliases: ["IfElse", "ConditionalRouterComponent"],
	category: "flow_controls",
	displayName: "If-Else",
	description: "Routes an input message to a corresponding output based on text comparison.",
	icon: "split",
	fields: [
		{
			name: "input_text",
			displayName: "Text Input",
			inputType: "MessageTextInput",
			value: "",
			info: "The text that is compared.",
			required: true,
			inputTypes: ["Message"],
		},
		{ name: "operator", displayName: "Operator", inputType: "DropdownInput", value: "equals", info: "How it is compared.", options: operators },
		{ name: "match_text", displayName: "Match Text", inputType: "MessageTextInput", value: "", info: "The text to compare with.", inputTypes: ["Message"] },
		{
			name: "case_sensitive",
			displayName: "Case Sensitive",
			inputType: "BoolInput",
			value: false,
			info: "Whether upper and lower case differ.",
			advanced: true,
		},
		caseMessage("true_case_message", "Case True", "holds"),
		caseMessage("false_case_message", "Case False", "does not hold"),
	],
	outputs: [
		{ name: "true_result", displayName: "True", types: ["Message"] },
		{ name: "false_result", displayName: "False", types: ["Message"] },
	],
	run: (call) => ({
		true_result: async () => (holds(call) ? passedOn(call, "true_case_message") : { kind: "nothing" }),
		false_result: async () => (holds(call) ? { kind: "nothing" } : passedOn(call, "false_case_message")),
	}),
};

function holds({ inputs }: NodeCall): boolean {
	const operator = inputs.choice("operator", operators);
	const match = inputs.text("match_text");
	const result = compareTexts({ text: inputs.text("input_text"), match, operator, caseSensitive: inputs.boolean("case_sensitive") });
	if ("holds" in result) return result.holds;
	throw inputs.refuse("match_text", match, `a regular expression that can be used (${result.problem})`);
}

/** A connected message goes on as it came, with the id of its row. */
function passedOn({ inputs, sessionId }: NodeCall, field: string): FlowValue {
	// Older exports have one field for both cases.
	const source = [field, "message"].find((name) => inputs.text(name) !== "") ?? "input_text";
	return inputs.message(source) ?? { kind: "message", message: plainMessage(inputs.text(source), { sessionId, contextId: "" }) };
}
