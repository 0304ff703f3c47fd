import { useEffect, useState } from "react";
import type { Message } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { focusAtEnd } from "../ui/focus-at-end.ts";
import { TextArea } from "../ui/text-area.tsx";
import { useChatActions } from "./chat-actions.ts";

interface MessageEditorProps {
	readonly message: Message;
	readonly onSave: (text: string) => void;
	readonly onCancel: () => void;
}

/** Edits a message where it stands. Escape leaves it as it was. What is written is there again after its row was scrolled out of the page. */
export function MessageEditor({ message: { id, text }, onSave, onCancel }: MessageEditorProps) {
	const { edits } = useChatActions();
	const [begun] = useState(edits.has(id));
	const [draft, setDraft] = useState(edits.get(id) ?? text);
	useEffect(() => void edits.set(id, draft), [edits, id, draft]);
	return (
		<form
			className="w-full"
			onSubmit={(event) => {
				event.preventDefault();
				if (draft === text) onCancel();
				else onSave(draft);
			}}
		>
			<TextArea
				aria-label="Message text"
				ref={begun ? null : focusAtEnd}
				rows={Math.min(12, Math.max(2, draft.split("\n").length + 1))}
				value={draft}
				onChange={(event) => setDraft(event.target.value)}
				onKeyDown={(event) => {
					if (event.key === "Escape") onCancel();
					if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
				}}
			/>
			<div className="mt-2 flex justify-end gap-2">
				<Button size="small" onClick={onCancel}>
					Cancel
				</Button>
				<Button size="small" variant="primary" type="submit" disabled={draft.trim() === ""}>
					Save
				</Button>
			</div>
		</form>
	);
}
