import { z } from "zod";
import { invalidInput } from "./agent-error.ts";
import { toBoolean } from "./read-value.ts";

/** One field of a structured response. */
export interface OutputField {
	readonly name: string;
	readonly description: string;
	readonly type: "str" | "int" | "float" | "bool" | "dict";
	/** Whether it is a list of that type. */
	readonly multiple: boolean;
}

const typeNames: Readonly<Record<string, OutputField["type"]>> = {
	str: "str",
	string: "str",
	text: "str",
	int: "int",
	integer: "int",
	float: "float",
	number: "float",
	bool: "bool",
	boolean: "bool",
	dict: "dict",
	object: "dict",
};
const row = z.object({ name: z.string(), description: z.string().nullish(), type: z.string().nullish(), multiple: z.unknown().optional() });
const fieldName = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
const field = "output_schema";

/** @returns the rows of the output schema table. @throws {AgentError} that names the bad row and what it must be. */
export function parseOutputSchema(value: unknown): readonly OutputField[] {
	if (value === undefined || value === null || value === "") return [];
	if (!Array.isArray(value)) throw invalidInput(field, value, "it must be a list of rows with name, description, type and multiple.");
	const fields = value.map(parseRow);
	const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
	if (twice !== undefined) throw invalidInput(field, twice.name, "two rows have this name. Rename one.");
	return fields;
}

function parseRow(value: unknown): OutputField {
	const parsed = row.safeParse(value);
	if (!parsed.success) throw invalidInput(field, value, "each row needs a name and may have description, type and multiple.");
	const { name, description, type, multiple } = parsed.data;
	if (!fieldName.test(name)) throw invalidInput(field, name, 'a name has 1 to 64 letters, digits, "_" or "-" and starts with a letter or "_".');
	const typeName = Object.hasOwn(typeNames, (type ?? "str").toLowerCase()) ? typeNames[(type ?? "str").toLowerCase()] : undefined;
	if (typeName === undefined) throw invalidInput(field, type, `row ${JSON.stringify(name)} needs one of the types str, int, float, bool, dict.`);
	return { name, description: description ?? "", type: typeName, multiple: toBoolean(multiple) ?? false };
}

const schemas = {
	str: z.string(),
	int: z.number().int(),
	float: z.number(),
	bool: z.boolean(),
	dict: z.record(z.string(), z.unknown()),
} as const;

/** @returns a schema that a structured response must satisfy; every field may be null or absent, which both read as null. */
export function objectSchema(fields: readonly OutputField[]): z.ZodType<Record<string, unknown>> {
	const shape = fields.map(({ name, description, type, multiple }) => {
		const single: z.ZodType<unknown> = schemas[type];
		const value: z.ZodType<unknown> = multiple ? z.array(single) : single;
		return [name, value.nullable().default(null).describe(description)] as const;
	});
	return z.object(Object.fromEntries(shape));
}
