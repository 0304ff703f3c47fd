import * as z from "zod";
import type { Field } from "./field.ts";
import type { NodeInputs } from "./node-inputs.ts";

/** What the flow says about one tool of a node. */
export interface ToolSettings {
	readonly name: string;
	readonly description: string;
	readonly enabled: boolean;
}

/** The field in which a node that is used as a tool keeps its tools' names and descriptions. */
export const toolsMetadataField: Field = {
	name: "tools_metadata",
	displayName: "Actions",
	inputType: "ToolsInput",
	value: [],
	info: "Names and descriptions of the tools, as the model sees them.",
	show: false,
};

const entryShape = z.looseObject({
	name: z.string().catch(""),
	description: z.string().catch(""),
	status: z.boolean().catch(true),
	tags: z.array(z.string()).catch([]),
});

/**
 * Reads what a node's `tools_metadata` says about its only tool. The name is made safe for model providers; an empty one keeps the default.
 * @param defaults the component's own name and description.
 * @param options.isOnly false for one of several tools: then an entry must name it.
 */
export function toolSettings(inputs: NodeInputs, defaults: Omit<ToolSettings, "enabled">, { isOnly = true } = {}): ToolSettings {
	const metadata = inputs.literal("tools_metadata");
	const entries = Array.isArray(metadata) ? metadata.map((entry) => entryShape.safeParse(entry)).flatMap(({ data }) => (data ? [data] : [])) : [];
	const entry =
		entries.find(({ name, tags }) => name === defaults.name || tags.includes(defaults.name)) ?? (isOnly && entries.length === 1 ? entries[0] : undefined);
	return {
		name: entry?.name.replace(/[^\w-]+/g, "_").slice(0, 64) || defaults.name,
		description: entry?.description || defaults.description,
		enabled: entry?.status ?? true,
	};
}
