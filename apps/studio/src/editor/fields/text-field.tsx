import { TextInput } from "../../ui/text-input.tsx";
import { type FieldProps, textOf } from "./field-props.ts";

export function TextField({ field, id, onChange, onSettle }: FieldProps) {
	return <TextInput id={id} value={textOf(field.value)} placeholder={field.placeholder} onChange={(event) => onChange(event.target.value)} onBlur={onSettle} />;
}
