import type { FieldProps } from "./field-props.ts";
import { textOf } from "./field-props.ts";

/** Files come with a message, in the playground; what an export names stays. */
export function FilesField({ field, id }: FieldProps) {
	const files = Array.isArray(field.value) ? field.value.map(textOf) : [textOf(field.value)].filter(Boolean);
	return (
		<p id={id} className="rounded-md border border-dashed border-line px-2.5 py-1.5 text-xs text-muted">
			{files.length === 0 ? "Files are added to a message in the playground." : files.join(", ")}
		</p>
	);
}
