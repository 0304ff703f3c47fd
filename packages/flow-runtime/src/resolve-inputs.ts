import { type FlowValue, toolOutput } from "./component.ts";
import type { Field } from "./field.ts";
import { nameOf } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import type { Json } from "./json.ts";
import { definedFields, literalValues } from "./known-fields.ts";
import { createNodeInputs, type FieldInput, type NodeInputs } from "./node-inputs.ts";
import type { PlannedNode } from "./plan-run.ts";
import type { RunContext, VariableField } from "./run-context.ts";
import type { TweakedValue } from "./tweaks.ts";

export interface InputSources {
	/** Values that arrive over links, by target field. */
	readonly connected: ReadonlyMap<string, readonly FlowValue[]>;
	readonly tweaks: ReadonlyMap<string, TweakedValue>;
	readonly variable: RunContext["variable"];
	readonly warn: (text: string) => void;
	/** Told every text that must not appear in messages: secrets and variables. */
	readonly onSecret: (value: string) => void;
}

/**
 * What a node's fields hold in this run: what is connected, else the tweak, else the saved value, else the default. Names of variables are resolved.
 * @throws FlowError `missing-input` for a required field that holds nothing.
 */
export async function resolveInputs(planned: PlannedNode, sources: InputSources): Promise<NodeInputs> {
	const { node, definition } = planned;
	const literals = literalValues(node, definition, new Map([...sources.tweaks].map(([name, tweak]) => [name, tweak.value])));
	const defined = definedFields(definition, literals);
	const fields = new Map<string, FieldInput>();
	for (const [name, literal] of Object.entries(literals)) {
		if (name === "code" || sources.connected.has(name)) continue;
		const isSecret = defined.get(name)?.inputType === "SecretStrInput";
		const value = namesVariable(planned, sources, name) ? await resolveVariable(planned, sources, { name, isSecret }, literal) : literal;
		if (isSecret && typeof value === "string") sources.onSecret(value);
		fields.set(name, { literal: value });
	}
	for (const [name, connected] of sources.connected) {
		if (!defined.has(name)) sources.warn(`${nameOf(node)} does not use its input ${name}; what is connected to it has no effect.`);
		if (sources.tweaks.has(name)) sources.warn(`${nameOf(node)}: ${name} is connected, so the tweak has no effect.`);
		fields.set(name, { connected });
	}
	const isTool = planned.outputs.every((output) => output === toolOutput.name) && planned.outputs.length > 0;
	for (const field of defined.values())
		if (field.required && !(isTool && field.toolMode) && field.inputType !== "ModelInput" && isEmpty(fields.get(field.name)))
			throw missingInput(planned, field);
	return createNodeInputs(node, fields);
}

function namesVariable({ node }: PlannedNode, { tweaks }: InputSources, name: string): boolean {
	const tweak = tweaks.get(name);
	return tweak ? tweak.loadFromDb : Object.hasOwn(node.template, name) && node.template[name]?.load_from_db === true;
}

async function resolveVariable({ node }: PlannedNode, sources: InputSources, field: Omit<VariableField, "nodeId">, literal: Json): Promise<Json> {
	if (typeof literal !== "string" || literal === "") return literal;
	const value = await sources.variable?.(literal, { ...field, nodeId: node.id });
	if (value === undefined) {
		sources.warn(
			`${nameOf(node)}: the variable ${shownName(literal)} of the field ${field.name} is not known or not allowed here; the field is taken as empty.`,
		);
		return "";
	}
	sources.onSecret(value);
	return value;
}

/** What cannot be a variable's name may be the secret itself, given as a name by mistake. */
function shownName(literal: string): string {
	return /^[A-Za-z_]\w{0,100}$/.test(literal) ? literal : "(hidden: not a name of letters, digits and _)";
}

function isEmpty(input: FieldInput | undefined): boolean {
	if (!input) return true;
	if ("connected" in input) return false;
	const { literal } = input;
	return literal === null || literal === "" || (Array.isArray(literal) && literal.length === 0);
}

function missingInput({ node }: PlannedNode, field: Field): FlowError {
	return new FlowError({
		code: "missing-input",
		message: `Node ${nameOf(node)} needs ${field.displayName} (${field.name}), which is neither connected nor filled in.`,
		remedy: field.inputTypes ? "Connect an output to it." : "Fill it in.",
		nodeId: node.id,
		nodeType: node.type,
		field: field.name,
	});
}
