import type { ComponentType } from "react";
import type { FieldKind } from "../flow/field.ts";
import { DropdownField } from "./dropdown-field.tsx";
import type { FieldProps } from "./field-props.ts";
import { FilesField } from "./files-field.tsx";
import { JsonField } from "./json-field.tsx";
import { ListField } from "./list-field.tsx";
import { ModelField } from "./model-field.tsx";
import { MultilineField } from "./multiline-field.tsx";
import { NumberField } from "./number-field.tsx";
import { PinnedKeysField } from "./pinned-keys-field.tsx";
import { PromptField } from "./prompt-field.tsx";
import { SecretField } from "./secret-field.tsx";
import { SwitchField } from "./switch-field.tsx";
import { TableField } from "./table-field.tsx";
import { TextField } from "./text-field.tsx";

const editors: Readonly<Record<Exclude<FieldKind, "handle">, ComponentType<FieldProps>>> = {
	dropdown: DropdownField,
	files: FilesField,
	json: JsonField,
	list: ListField,
	model: ModelField,
	multiline: MultilineField,
	number: NumberField,
	"pinned-keys": PinnedKeysField,
	prompt: PromptField,
	secret: SecretField,
	switch: SwitchField,
	table: TableField,
	tabs: DropdownField,
	text: TextField,
};

/** The editor for a field's kind; nothing for fields that can only be connected. */
export function FieldEditor(props: FieldProps) {
	if (props.field.kind === "handle") return null;
	const Editor = editors[props.field.kind];
	return <Editor {...props} />;
}
