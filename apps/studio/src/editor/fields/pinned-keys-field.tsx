import { Plus, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { FieldProps } from "./field-props.ts";
import { pinnedKeyEntries, pinnedKeyProblem } from "./pinned-key-entries.ts";

/** The facts whose values are kept: chips, and a line to add one, checked while it is typed. */
export function PinnedKeysField({ field, id, compact, onChange, onSettle }: FieldProps) {
	const [typed, setTyped] = useState("");
	const entries = pinnedKeyEntries(field.value);
	const problem = typed.trim() === "" ? undefined : pinnedKeyProblem(entries, typed);
	const add = () => {
		if (typed.trim() === "" || problem) return;
		onChange([...entries, typed.trim()]);
		setTyped("");
		onSettle();
	};
	return (
		<div>
			{entries.length > 0 ? (
				<ul className="mb-1.5 flex flex-wrap gap-1.5" aria-label="Pinned keys">
					{entries.map((entry) => (
						<PinnedKeyChip key={entry} entry={entry} compact={compact} onRemove={() => onChange(entries.filter((other) => other !== entry))} />
					))}
				</ul>
			) : null}
			<div className="flex items-center gap-1">
				<TextInput
					id={id}
					value={typed}
					placeholder="cluster: the region that the user works on"
					aria-invalid={problem !== undefined}
					aria-describedby={problem ? `${id}-problem` : undefined}
					onChange={(event) => setTyped(event.target.value)}
					onKeyDown={(event) => {
						if (event.key === "Enter") add();
					}}
					onBlur={add}
				/>
				<IconButton label="Add pinned key" size="small" disabled={typed.trim() === "" || problem !== undefined} onClick={add}>
					<Plus />
				</IconButton>
			</div>
			{problem ? (
				<p id={`${id}-problem`} role="alert" className="mt-1 text-xs text-danger">
					{problem}
				</p>
			) : null}
		</div>
	);
}

interface ChipProps {
	readonly entry: string;
	readonly compact: boolean;
	readonly onRemove: () => void;
}

function PinnedKeyChip({ entry, compact, onRemove }: ChipProps) {
	const [name = "", ...description] = entry.split(":");
	return (
		<li className="flex max-w-full items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-0.5 pl-2 text-xs text-accent">
			<span className="truncate">
				<span className="font-medium">{name.trim()}</span>
				{!compact && description.length > 0 ? <span className="text-muted"> · {description.join(":").trim()}</span> : null}
			</span>
			<button type="button" aria-label={`Remove ${name.trim()}`} className="rounded p-0.5 hover:bg-surface" onClick={onRemove}>
				<X aria-hidden className="size-3" />
			</button>
		</li>
	);
}
