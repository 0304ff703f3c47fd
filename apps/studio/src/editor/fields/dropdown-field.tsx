import { Select } from "../../ui/select.tsx";
import { type FieldProps, textOf } from "./field-props.ts";

/** One of the options; a saved value that is none of them stays choosable. */
export function DropdownField({ field, id, onChange }: FieldProps) {
	const value = textOf(field.value);
	const options = field.options.includes(value) ? field.options : [value, ...field.options];
	return <Select id={id} value={value} options={options.map((option) => ({ value: option, label: option || "—" }))} onValueChange={onChange} />;
}
