import { isJsonObject, type Json, type JsonObject } from "@foldback/flow-runtime/flow-json";
import { TextInput } from "../../ui/text-input.tsx";
import type { FieldProps } from "./field-props.ts";

/** The model's name; its provider and whatever else an export says about it stays. Empty means the default. */
export function ModelField({ field, id, onChange, onSettle }: FieldProps) {
	const chosen = choiceOf(field.value);
	const placeholder = field.placeholder || (field.name === "summary_model" ? "The Agent's own model" : "Host's default model");
	const set = (name: string) => onChange(name === "" ? [] : [{ ...chosen, name }]);
	return (
		<TextInput
			id={id}
			spellCheck={false}
			value={typeof chosen.name === "string" ? chosen.name : ""}
			placeholder={placeholder}
			onChange={(event) => set(event.target.value)}
			onBlur={onSettle}
		/>
	);
}

function choiceOf(value: Json): JsonObject {
	const first = Array.isArray(value) ? value[0] : value;
	if (typeof first === "string") return { name: first };
	return isJsonObject(first) ? first : {};
}
