import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useEditor } from "../editor-context.ts";
import { isSecretReference } from "../flow/adopt-secrets.ts";
import { type FieldProps, textOf } from "./field-props.ts";

/** A saved secret never comes back: it can be replaced or cleared. */
export function SecretField({ nodeId, field, id, onSettle }: FieldProps) {
	const { actions } = useEditor();
	const [replacing, setReplacing] = useState(false);
	// Until the field is left: what is typed is saved meanwhile, and the input must not go from under the fingers.
	const [typed, setTyped] = useState<string>();
	const set = (value: string) => actions.setSecret(nodeId, field.name, value);
	if (isSecretReference(field.value) && !replacing && typed === undefined) {
		return (
			<div className="flex items-center gap-1.5">
				<span className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-sunken px-2.5 text-sm text-muted">
					<KeyRound aria-hidden className="size-3.5 text-ok" /> Saved
				</span>
				<Button size="small" onClick={() => setReplacing(true)}>
					Replace
				</Button>
				<Button size="small" variant="ghost" onClick={() => set("")}>
					Clear
				</Button>
			</div>
		);
	}
	const variable = field.entry.load_from_db === true && !isSecretReference(field.value);
	return (
		<TextInput
			id={id}
			type={variable ? "text" : "password"}
			autoComplete="new-password"
			autoFocus={replacing}
			value={typed ?? (isSecretReference(field.value) ? "" : textOf(field.value))}
			placeholder={replacing ? "The new secret" : field.placeholder}
			onChange={(event) => {
				setTyped(event.target.value);
				set(event.target.value);
			}}
			onBlur={() => {
				setTyped(undefined);
				setReplacing(false);
				onSettle();
			}}
		/>
	);
}
