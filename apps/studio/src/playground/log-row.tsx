import { useState } from "react";
import type { Message } from "../api/messages.ts";
import { focusAtEnd } from "../ui/focus-at-end.ts";
import { TextArea } from "../ui/text-area.tsx";
import type { MessageChange } from "./use-message-changes.ts";

/** A column of the grid; the text's has no `read`: it can be edited. */
interface LogColumn {
	readonly name: string;
	readonly width: string;
	readonly read?: (message: Message) => string;
}

/** All columns but the first, which selects. */
export const logColumns: readonly LogColumn[] = [
	{ name: "timestamp", width: "w-52", read: ({ timestamp }) => timestamp },
	{ name: "sender", width: "w-20", read: ({ sender }) => sender },
	{ name: "sender_name", width: "w-28", read: ({ sender_name }) => sender_name },
	{ name: "text", width: "w-96" },
	{ name: "session_id", width: "w-36", read: ({ session_id }) => session_id },
	{ name: "context_id", width: "w-28", read: ({ context_id }) => context_id },
	{ name: "files", width: "w-36", read: ({ files }) => files.join(", ") },
	{ name: "category", width: "w-24", read: ({ category }) => category },
	{ name: "error", width: "w-16", read: ({ error }) => String(error) },
	{ name: "edit", width: "w-16", read: ({ edit }) => String(edit) },
	{ name: "duration", width: "w-24", read: ({ duration }) => (duration === null ? "" : `${duration} ms`) },
	{ name: "properties", width: "w-56", read: ({ properties }) => JSON.stringify(properties) },
	{ name: "content_blocks", width: "w-56", read: ({ content_blocks }) => JSON.stringify(content_blocks) },
	{ name: "id", width: "w-72", read: ({ id }) => id },
];

interface LogRowProps {
	readonly message: Message;
	readonly index: number;
	readonly picked: ReadonlySet<string>;
	readonly onPicked: (picked: ReadonlySet<string>) => void;
	readonly onChange: (change: MessageChange) => void;
}

export function LogRow({ message, index, picked, onPicked, onChange }: LogRowProps) {
	const isPicked = picked.has(message.id);
	const pick = () => {
		const after = new Set(picked);
		if (!after.delete(message.id)) after.add(message.id);
		onPicked(after);
	};
	return (
		<tr aria-rowindex={index + 2} className={`h-[37px] ${isPicked ? "bg-accent-soft" : "hover:bg-raised"}`}>
			<td className="border-b border-line px-2">
				<input type="checkbox" aria-label={`Select message ${index + 1}`} checked={isPicked} onChange={pick} className="block size-4 accent-(--accent)" />
			</td>
			{logColumns.map(({ name, read }) => (
				<td key={name} className="relative truncate border-b border-line px-2" title={read?.(message)}>
					{read ? read(message) : <TextCell message={message} onSave={(text) => onChange({ kind: "edit", id: message.id, text })} />}
				</td>
			))}
		</tr>
	);
}

function TextCell({ message, onSave }: { readonly message: Message; readonly onSave: (text: string) => void }) {
	const [editing, setEditing] = useState(false);
	if (!editing) {
		return (
			<button
				type="button"
				title={message.text}
				aria-label={`Edit: ${message.text}`}
				className="w-full truncate rounded px-1 py-1 text-left hover:bg-sunken"
				onClick={() => setEditing(true)}
			>
				{message.text === "" ? <span className="text-muted">(empty)</span> : message.text}
			</button>
		);
	}
	const end = (text: string) => {
		setEditing(false);
		if (text !== message.text) onSave(text);
	};
	return (
		<TextArea
			aria-label="Text"
			ref={focusAtEnd}
			rows={3}
			className="my-1"
			defaultValue={message.text}
			onBlur={(event) => end(event.target.value)}
			onKeyDown={(event) => {
				if (event.key === "Enter" && !event.shiftKey) end(event.currentTarget.value);
				if (event.key !== "Escape") return;
				event.stopPropagation();
				setEditing(false);
			}}
		/>
	);
}
