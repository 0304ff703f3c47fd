import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { own, textAt } from "./document.ts";
import { namedEntries, names } from "./field.ts";

/** An output of a node. */
export interface NodeOutput {
	readonly name: string;
	readonly displayName: string;
	readonly types: readonly string[];
}

/** What a node gives when it is a tool. */
export const toolset: JsonObject = {
	name: "component_as_tool",
	display_name: "Toolset",
	types: ["Tool"],
	selected: "Tool",
	cache: true,
	method: "to_toolkit",
	hidden: null,
	value: "__UNDEFINED__",
};

/** The outputs of a node, as saved. */
export function outputsOf(node: JsonObject): readonly NodeOutput[] {
	return namedEntries(own(own(own(node, "data"), "node"), "outputs")).map((output) => ({
		name: textAt(output, "name"),
		displayName: textAt(output, "display_name") || textAt(output, "name"),
		types: names(own(output, "types")),
	}));
}
