import type { Json, JsonObject } from "./json.ts";

/** Langflow's value types by input class; any other class holds text. */
const valueTypes: Readonly<Record<string, string>> = {
	BoolInput: "bool",
	FileInput: "file",
	FloatInput: "float",
	HandleInput: "other",
	IntInput: "int",
	ModelInput: "model",
	PromptInput: "prompt",
	SliderInput: "slider",
	TabInput: "tab",
	TableInput: "table",
	ToolsInput: "tools",
};

/** One input of a component, as plain data. Defaults: shown, not advanced, not required, one value. */
export interface Field {
	readonly name: string;
	readonly displayName: string;
	/** How it is entered in the editor, as Langflow names it, e.g. `MessageTextInput`. */
	readonly inputType: string;
	/** What the field holds in a fresh node, and in a saved one that lacks it. */
	readonly value: Json;
	readonly info?: string;
	readonly advanced?: boolean;
	readonly show?: boolean;
	readonly required?: boolean;
	readonly list?: boolean;
	/** An argument of the tool that the node may become. */
	readonly toolMode?: boolean;
	/** Types of the outputs that may be connected. */
	readonly inputTypes?: readonly string[];
	readonly options?: readonly string[];
	readonly placeholder?: string;
	/** The editor asks the host for the node's fields again when this one changes. */
	readonly realTimeRefresh?: boolean;
	/** Further keys of the template entry, such as a slider's `range_spec`. */
	readonly extra?: JsonObject;
}

/** @returns the entry that the field has in a node's template. */
export function fieldEntry(field: Field): JsonObject {
	const { name, displayName, inputType, value } = field;
	return {
		_input_type: inputType,
		type: valueTypes[inputType] ?? "str",
		name,
		display_name: displayName,
		info: field.info ?? "",
		value,
		advanced: field.advanced ?? false,
		show: field.show ?? true,
		required: field.required ?? false,
		dynamic: false,
		list: field.list ?? false,
		placeholder: field.placeholder ?? "",
		...(field.inputTypes ? { input_types: field.inputTypes } : {}),
		...(field.options ? { options: field.options } : {}),
		...(field.toolMode ? { tool_mode: true } : {}),
		...(field.realTimeRefresh ? { real_time_refresh: true } : {}),
		...(inputType === "SecretStrInput" ? { password: true, load_from_db: false } : {}),
		...field.extra,
	};
}

/** @returns a template: entries by field name, in the order of the fields. */
export function fieldEntries(fields: readonly Field[]): JsonObject {
	return Object.fromEntries(fields.map((field) => [field.name, fieldEntry(field)]));
}
