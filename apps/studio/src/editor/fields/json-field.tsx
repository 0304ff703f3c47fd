import type { Json } from "@foldback/flow-runtime/flow-json";
import { useState } from "react";
import { TextArea } from "../../ui/text-area.tsx";
import type { FieldProps } from "./field-props.ts";

/** Any JSON. Takes effect when it can be read. */
export function JsonField({ field, id, compact, onChange, onSettle }: FieldProps) {
	const [typed, setTyped] = useState<string>();
	const problem = typed !== undefined && parse(typed) === undefined;
	return (
		<>
			<TextArea
				id={id}
				rows={compact ? 2 : 6}
				spellCheck={false}
				className="nowheel font-mono text-xs"
				value={typed ?? JSON.stringify(field.value, undefined, 2)}
				aria-invalid={problem}
				onChange={(event) => {
					setTyped(event.target.value);
					const value = parse(event.target.value);
					if (value !== undefined) onChange(value);
				}}
				onBlur={() => {
					setTyped(undefined);
					onSettle();
				}}
			/>
			{problem ? <p className="mt-1 text-xs text-danger">This is not JSON yet.</p> : null}
		</>
	);
}

function parse(text: string): Json | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
