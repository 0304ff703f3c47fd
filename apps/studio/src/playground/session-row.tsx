import { Ellipsis, Eraser, MessageSquare, Pencil, Table2, Trash2 } from "lucide-react";
import { useState } from "react";
import { classNames } from "../ui/class-names.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { sessionName } from "./session-names.ts";
import type { SessionActions } from "./session-sidebar.tsx";

interface SessionRowProps {
	readonly flowId: string;
	readonly id: string;
	readonly shown: boolean;
	/** Undefined while nothing is being selected. */
	readonly picked: boolean | undefined;
	readonly onPick: () => void;
	readonly actions: SessionActions;
}

export function SessionRow({ flowId, id, shown, picked, onPick, actions }: SessionRowProps) {
	const [renaming, setRenaming] = useState(false);
	const name = sessionName(flowId, id);
	if (renaming) {
		const done = (text: string) => {
			setRenaming(false);
			if (text !== "" && text !== name) void actions.rename(id, text);
		};
		return (
			<li className="py-0.5">
				<RenameInput name={name} onDone={done} onCancel={() => setRenaming(false)} />
			</li>
		);
	}
	return (
		<li className={classNames("group/session flex items-center rounded-lg", shown ? "bg-accent-soft" : "hover:bg-sunken")}>
			{picked === undefined ? null : (
				<input type="checkbox" aria-label={`Select ${name}`} checked={picked} onChange={onPick} className="ml-2 size-4 shrink-0 accent-(--accent)" />
			)}
			<button
				type="button"
				aria-current={shown ? "page" : undefined}
				className="flex min-w-0 flex-1 items-center gap-2 rounded-lg px-2.5 py-2 text-left text-sm"
				onClick={() => actions.select(id)}
				onDoubleClick={() => setRenaming(true)}
			>
				<MessageSquare aria-hidden className={classNames("size-4 shrink-0", shown ? "text-accent" : "text-muted")} />
				<span className="truncate">{name}</span>
			</button>
			<SessionMenu id={id} name={name} actions={actions} onRename={() => setRenaming(true)} />
		</li>
	);
}

interface SessionMenuProps {
	readonly id: string;
	readonly name: string;
	readonly actions: SessionActions;
	readonly onRename: () => void;
}

function SessionMenu({ id, name, actions, onRename }: SessionMenuProps) {
	const trigger = (
		<IconButton
			label={`Options of ${name}`}
			size="small"
			className="mr-1 opacity-0 group-focus-within/session:opacity-100 group-hover/session:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
		>
			<Ellipsis />
		</IconButton>
	);
	return (
		<Menu trigger={trigger}>
			<MenuItem icon={<Pencil />} opens onSelect={onRename}>
				Rename
			</MenuItem>
			<MenuItem icon={<Table2 />} opens onSelect={() => actions.showLogs(id)}>
				Message logs
			</MenuItem>
			<MenuItem icon={<Eraser />} opens onSelect={() => actions.clear(id)}>
				Clear
			</MenuItem>
			<MenuSeparator />
			<MenuItem icon={<Trash2 />} danger opens onSelect={() => actions.remove([id])}>
				Delete
			</MenuItem>
		</Menu>
	);
}

interface RenameInputProps {
	readonly name: string;
	readonly onDone: (text: string) => void;
	readonly onCancel: () => void;
}

function RenameInput({ name, onDone, onCancel }: RenameInputProps) {
	return (
		<TextInput
			aria-label="Session name"
			autoFocus
			maxLength={500}
			defaultValue={name}
			onFocus={(event) => event.target.select()}
			onBlur={(event) => onDone(event.target.value.trim())}
			onKeyDown={(event) => {
				if (event.key === "Enter") event.currentTarget.blur();
				if (event.key === "Escape") {
					event.currentTarget.value = name;
					onCancel();
				}
			}}
		/>
	);
}
