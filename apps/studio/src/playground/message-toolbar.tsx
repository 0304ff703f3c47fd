import { Check, Copy, Eye, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { Message } from "../api/messages.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { useChatActions } from "./chat-actions.ts";
import { useCopy } from "./use-copy.ts";

interface MessageToolbarProps {
	readonly message: Message;
	/** It is the newest message: its exchange can be tried again. */
	readonly last: boolean;
	readonly onEdit: () => void;
}

/** What can be done with a message; it shows when the row is pointed at or has the focus, always where nothing can be pointed at. */
export function MessageToolbar({ message, last, onEdit }: MessageToolbarProps) {
	const actions = useChatActions();
	const { copied, copy } = useCopy();
	const isAnswer = message.sender === "Machine";
	return (
		<div className="flex gap-0.5 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100">
			{isAnswer && !message.error ? (
				<IconButton label="What the model saw" size="small" onClick={() => actions.inspect(message.id)}>
					<Eye />
				</IconButton>
			) : null}
			<IconButton label={copied ? "Copied" : "Copy"} size="small" onClick={() => copy(message.text)}>
				{copied ? <Check /> : <Copy />}
			</IconButton>
			<IconButton label="Edit" size="small" onClick={onEdit}>
				<Pencil />
			</IconButton>
			{isAnswer && last && !message.error ? (
				<IconButton label="Retry" size="small" onClick={actions.retry}>
					<RotateCcw />
				</IconButton>
			) : null}
			<IconButton label="Delete" size="small" tone="danger" onClick={() => actions.remove(message.id)}>
				<Trash2 />
			</IconButton>
		</div>
	);
}
