import type { Json } from "@foldback/flow-runtime/flow-json";
import { Plus, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { type FieldProps, textOf } from "./field-props.ts";

/** Several texts, one a line. */
export function ListField({ field, id, onChange, onSettle }: FieldProps) {
	const values = listOf(field.value);
	const shown = values.length === 0 ? [""] : values;
	const set = (index: number, text: string) => onChange(shown.map((value, position) => (position === index ? text : value)));
	return (
		<div className="flex flex-col gap-1.5">
			{shown.map((value, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
				<div key={index} className="flex items-center gap-1">
					<TextInput
						id={index === 0 ? id : undefined}
						aria-label={index === 0 ? undefined : `${field.displayName} ${index + 1}`}
						value={value}
						placeholder={field.placeholder}
						onChange={(event) => set(index, event.target.value)}
						onBlur={onSettle}
					/>
					{values.length > 0 ? (
						<IconButton
							label={`Remove ${field.displayName} ${index + 1}`}
							size="small"
							onClick={() => onChange(values.filter((_, position) => position !== index))}
						>
							<X />
						</IconButton>
					) : null}
				</div>
			))}
			<Button size="small" variant="ghost" className="self-start" onClick={() => onChange([...shown, ""])}>
				<Plus className="size-3.5" /> Add one
			</Button>
		</div>
	);
}

function listOf(value: Json): readonly string[] {
	if (Array.isArray(value)) return value.map(textOf);
	const text = textOf(value);
	return text === "" ? [] : [text];
}
