import { Info } from "lucide-react";
import { Hint } from "../../ui/hint.tsx";
import { textOf } from "../fields/field-props.ts";
import type { NodeField } from "../flow/field.ts";

/** What a field is for, and what a fresh node has. */
export function FieldHelp({ field }: { readonly field: NodeField }) {
	const isPlain = field.kind !== "handle" && field.kind !== "secret" && field.defaultValue !== undefined;
	const standard = isPlain ? textOf(field.defaultValue ?? "") : "";
	const text = (
		<>
			{field.info || field.displayName}
			{standard !== "" && standard !== "[]" ? <span className="mt-1 block opacity-75">Default: {cut(standard)}</span> : null}
		</>
	);
	return (
		<Hint text={text} side="left">
			<button type="button" aria-label={`About ${field.displayName}`} className="rounded text-muted hover:text-ink">
				<Info aria-hidden className="size-3.5" />
			</button>
		</Hint>
	);
}

function cut(text: string): string {
	return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
