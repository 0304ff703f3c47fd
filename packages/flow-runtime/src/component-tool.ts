import * as z from "zod";
import type { ComponentDefinition, FlowValue, NodeCall } from "./component.ts";
import type { Field } from "./field.ts";
import type { Json } from "./json.ts";
import { dataText } from "./node-inputs.ts";
import { toolSettings } from "./tool-settings.ts";
import { uuidv7 } from "./uuid.ts";

/**
 * A node as an Agent's tool: the fields that have `toolMode`, and are not connected, are the tool's arguments; each call is one execution of the node with
 * them, and its text is the result. What a call throws is told to the model, without secrets.
 */
export async function componentTool(definition: ComponentDefinition, asTool: NonNullable<ComponentDefinition["asTool"]>, call: NodeCall): Promise<FlowValue> {
	const { inputs, node, context } = call;
	const defaults = {
		name:
			asTool.name ??
			node.displayName
				.toLowerCase()
				.replace(/[^\w-]+/g, "_")
				.slice(0, 64),
		description: asTool.description,
	};
	const { name, description, enabled } = toolSettings(inputs, defaults);
	if (!enabled) return { kind: "tools", tools: [] };
	const { tool } = await import("@langchain/core/tools");
	const fields = definition.fields.filter((field) => field.toolMode && !inputs.connected.includes(field.name));
	const execute = async (given: Readonly<Record<string, Json>>) => {
		context.signal.throwIfAborted();
		try {
			const outputs = definition.run({ ...call, inputs: inputs.with(given), messageId: uuidv7(context.now()) });
			return resultText(await outputs[asTool.output]?.());
		} catch (error) {
			context.signal.throwIfAborted();
			throw new Error(call.failureText(error), { cause: error });
		}
	};
	const schema = z.object(Object.fromEntries(fields.map((field) => [field.name, argument(field)])));
	return { kind: "tools", tools: [tool((given) => execute(given), { name, description, schema })] };
}

/** One that the node has a value for may be left out. */
function argument(field: Field): z.ZodType<Json> {
	const value: z.ZodType<Json> = field.list ? z.array(z.string()) : (scalars[field.inputType] ?? z.string());
	const described = value.describe(field.info ?? field.displayName);
	const isNeeded = field.value === "" || field.value === null || (Array.isArray(field.value) && field.value.length === 0);
	// The type says nothing of `undefined`, which JSON never holds: an argument that is left out is not among what was given.
	return isNeeded ? described : (described.optional() as unknown as z.ZodType<Json>);
}

const scalars: Readonly<Record<string, z.ZodType<Json>>> = { BoolInput: z.boolean(), IntInput: z.number().int(), FloatInput: z.number() };

function resultText(value: FlowValue | undefined): string {
	if (value?.kind === "message") return value.message.text;
	return value?.kind === "data" ? dataText(value.data) : "";
}
