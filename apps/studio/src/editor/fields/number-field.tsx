import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { useState } from "react";
import { TextInput } from "../../ui/text-input.tsx";
import { own } from "../flow/document.ts";
import { type FieldProps, textOf } from "./field-props.ts";
import { parseNumber } from "./parse-number.ts";

/** Keeps what is typed while it is no number yet; the flow gets numbers only. */
export function NumberField({ field, id, onChange, onSettle }: FieldProps) {
	const [typed, setTyped] = useState<string>();
	const whole = field.entry._input_type === "IntInput" || field.type === "int";
	const range = rangeOf(field.entry);
	const problem = typed === undefined ? undefined : parseNumber(typed, { whole, ...range }).problem;
	return (
		<>
			<TextInput
				id={id}
				inputMode={whole ? "numeric" : "decimal"}
				value={typed ?? textOf(field.value)}
				placeholder={field.placeholder}
				aria-invalid={problem !== undefined}
				aria-describedby={problem ? `${id}-problem` : undefined}
				onChange={(event) => {
					setTyped(event.target.value);
					const { value } = parseNumber(event.target.value, { whole, ...range });
					if (value !== undefined) onChange(value);
				}}
				onBlur={() => {
					setTyped(undefined);
					onSettle();
				}}
			/>
			{problem ? (
				<p id={`${id}-problem`} className="mt-1 text-xs text-danger">
					{problem}
				</p>
			) : null}
		</>
	);
}

function rangeOf(entry: JsonObject): { min?: number; max?: number } {
	const [min, max] = [own(own(entry, "range_spec"), "min"), own(own(entry, "range_spec"), "max")];
	return { ...(typeof min === "number" ? { min } : {}), ...(typeof max === "number" ? { max } : {}) };
}
