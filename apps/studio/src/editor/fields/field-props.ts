import type { Json } from "@foldback/flow-runtime/flow-json";
import type { NodeField } from "../flow/field.ts";

/** What every field editor gets. */
export interface FieldProps {
	readonly nodeId: string;
	readonly field: NodeField;
	/** Id of the element that has the focus when its label is clicked. */
	readonly id: string;
	/** On a node: small. */
	readonly compact: boolean;
	readonly onChange: (value: Json) => void;
	/** The field was left. */
	readonly onSettle: () => void;
}

/** A value as text. */
export function textOf(value: Json): string {
	if (typeof value === "string") return value;
	return value === null ? "" : JSON.stringify(value);
}
