import type { ComponentDefinition, ComponentRegistry } from "@foldback/flow-runtime";
import { ProblemError, quoteValue } from "../http/problem.ts";
import type { FlowDocument } from "./flow-engine.ts";

/**
 * Finds the component that a template belongs to. Langflow's editor does not name it when it asks for a node's fields, so without a type it is the one
 * that has the field and shares the most field names with the template.
 * @throws a 400 problem when there is none.
 */
export function findComponent(
	registry: ComponentRegistry,
	wanted: { readonly type: string; readonly template: FlowDocument; readonly field: string },
): ComponentDefinition {
	const named = wanted.type === "" ? undefined : registry.get(wanted.type);
	const found = named ?? bestMatch(registry.definitions, wanted);
	if (found && (named || wanted.type === "")) return found;
	const what = wanted.type === "" ? `a component with the field ${quoteValue(wanted.field)}` : `the component ${quoteValue(wanted.type)}`;
	throw new ProblemError("bad-flow", `This host has not got ${what}. Known are: ${registry.definitions.map(({ type }) => type).join(", ")}.`);
}

function bestMatch(
	definitions: readonly ComponentDefinition[],
	{ template, field }: { readonly template: FlowDocument; readonly field: string },
): ComponentDefinition | undefined {
	// `tool_mode` belongs to the node, not to its template.
	const candidates = definitions.filter(({ fields }) => field === "tool_mode" || fields.some(({ name }) => name === field));
	const score = ({ fields }: ComponentDefinition) => fields.filter(({ name }) => Object.hasOwn(template, name)).length;
	const [best] = candidates.toSorted((left, right) => score(right) - score(left));
	return best && (field !== "tool_mode" || score(best) > 0) ? best : undefined;
}
