import { TextArea } from "../../ui/text-area.tsx";
import { type FieldProps, textOf } from "./field-props.ts";

export function MultilineField({ field, id, compact, onChange, onSettle }: FieldProps) {
	return (
		<TextArea
			id={id}
			rows={compact ? 2 : 5}
			className={compact ? "nowheel max-h-40" : ""}
			value={textOf(field.value)}
			placeholder={field.placeholder}
			onChange={(event) => onChange(event.target.value)}
			onBlur={onSettle}
		/>
	);
}
