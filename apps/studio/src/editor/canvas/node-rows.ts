import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import type { Component } from "../flow/catalogue.ts";
import { fieldsOf, type NodeField } from "../flow/field.ts";
import { type NodeOutput, outputsOf } from "../flow/outputs.ts";
import type { NodeWiring } from "./wiring.ts";

/** What stands on a node, from top to bottom. */
export interface NodeRows {
	/** Fields that are not advanced, and those with an edge. */
	readonly fields: readonly NodeField[];
	/** Ends of edges whose field is not there any more. */
	readonly lostInputs: readonly string[];
	/** The outputs, and ends of edges whose output is not there any more. */
	readonly outputs: readonly NodeOutput[];
	/** Changes when the node gets other handles. */
	readonly handles: string;
}

export function nodeRows(node: JsonObject, component: Component | undefined, wiring: NodeWiring): NodeRows {
	const all = fieldsOf(node, component);
	const fields = all.filter((field) => wiring.inputs.has(field.name) || (!field.advanced && field.saved));
	const lostInputs = [...wiring.inputs].filter((name) => !all.some((field) => field.name === name));
	const listed = outputsOf(node);
	const lostOutputs = [...wiring.outputs].filter((name) => !listed.some((output) => output.name === name));
	const outputs = [...listed, ...lostOutputs.map((name) => ({ name, displayName: name || "Output", types: [] }))];
	const handles = JSON.stringify([fields.map(({ name }) => name), lostInputs, outputs.map(({ name }) => name)]);
	return { fields, lostInputs, outputs, handles };
}
