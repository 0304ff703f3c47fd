/** A bound tool, reduced to what decides whether and how it is called. */
export interface ToolSchema {
	readonly name: string;
	readonly description: string;
	readonly properties: Readonly<Record<string, PropertySchema>>;
	/** Arguments that must be given and have no default. */
	readonly required: readonly string[];
}

/** The part of a JSON schema that tells how to fill one argument. */
export interface PropertySchema {
	readonly type: string;
	readonly description: string;
	/** Type of the items of an array. */
	readonly items?: PropertySchema;
}

/** @returns the tools in an OpenAI-style tool list (`{type: "function", function: {...}}`); entries of another shape are left out. */
export function readToolSchemas(tools: unknown): ToolSchema[] {
	return Array.isArray(tools) ? tools.flatMap(readTool) : [];
}

function readTool(tool: unknown): ToolSchema[] {
	const definition = field(tool, "function");
	const name = field(definition, "name");
	if (typeof name !== "string") return [];
	const parameters = field(definition, "parameters");
	const properties = field(parameters, "properties");
	const required = field(parameters, "required");
	return [
		{
			name,
			description: asText(field(definition, "description")),
			properties: isRecord(properties) ? Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, readProperty(value)])) : {},
			required: Array.isArray(required) ? required.filter((key) => typeof key === "string" && field(field(properties, key), "default") === undefined) : [],
		},
	];
}

function readProperty(value: unknown): PropertySchema {
	const variants = field(value, "anyOf");
	const chosen = Array.isArray(variants) ? variants.find((variant) => field(variant, "type") !== "null") : value;
	const type = field(chosen, "type");
	const items = field(chosen, "items");
	return {
		type: Array.isArray(type) ? asText(type.find((one) => one !== "null")) : asText(type),
		description: asText(field(value, "description")),
		...(items === undefined ? {} : { items: readProperty(items) }),
	};
}

function field(value: unknown, key: string): unknown {
	return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string {
	return typeof value === "string" ? value : "";
}
