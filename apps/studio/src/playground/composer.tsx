import { ArrowUp, Square } from "lucide-react";
import { memo, type Ref, useLayoutEffect, useRef } from "react";
import { focusAtEnd } from "../ui/focus-at-end.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { AttachButton, Attached } from "./attachments.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useDraft } from "./use-drafts.ts";

interface ComposerProps {
	readonly flowId: string;
	readonly sessionId: string;
	readonly running: boolean;
	readonly onSend: (text: string, files: readonly string[]) => void;
	readonly onStop: () => void;
}

/** Where the user writes. Only it reads the session's draft: nothing else on the page renders for a keystroke. */
export const Composer = memo(function Composer({ flowId, sessionId, running, onSend, onStop }: ComposerProps) {
	const { drafts, draft } = useDraft(sessionId);
	const { text, files } = draft;
	const area = useRef<HTMLTextAreaElement>(null);
	// In the moment in which it appears: what is typed then belongs here.
	useLayoutEffect(() => focusAtEnd(area.current), []);
	const { uploading, attach, remove } = useAttachments({ flowId, sessionId, drafts });
	const canSend = !running && !uploading && (text.trim() !== "" || files.length > 0);
	const submit = () => {
		if (!canSend) return;
		onSend(text.trim(), files);
		drafts.forget([sessionId]);
	};
	return (
		<form
			className="mx-auto w-full max-w-3xl px-3 pb-3 sm:px-4"
			onSubmit={(event) => {
				event.preventDefault();
				submit();
			}}
		>
			{files.length === 0 ? null : <Attached files={files} onRemove={remove} />}
			<div className="flex items-end gap-2 rounded-2xl border border-line-strong bg-surface p-2 shadow-card focus-within:border-accent">
				<AttachButton disabled={uploading} onFiles={attach} />
				<ComposerInput ref={area} text={text} onText={(typed) => drafts.change(sessionId, () => ({ text: typed }))} onSubmit={submit} />
				{running ? (
					<IconButton label="Stop" tone="ink" onClick={onStop}>
						<Square fill="currentColor" />
					</IconButton>
				) : (
					<IconButton label="Send" type="submit" tone="accent" disabled={!canSend}>
						<ArrowUp />
					</IconButton>
				)}
			</div>
		</form>
	);
});

interface ComposerInputProps {
	readonly ref: Ref<HTMLTextAreaElement>;
	readonly text: string;
	readonly onText: (text: string) => void;
	readonly onSubmit: () => void;
}

function ComposerInput({ ref, text, onText, onSubmit }: ComposerInputProps) {
	return (
		<textarea
			ref={ref}
			rows={1}
			aria-label="Message"
			placeholder="Send a message"
			className="field-sizing-content max-h-52 min-h-9 flex-1 resize-none bg-transparent px-2 py-1.5 text-base leading-6 outline-none sm:text-sm"
			value={text}
			onChange={(event) => onText(event.target.value)}
			onKeyDown={(event) => {
				if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
				event.preventDefault();
				onSubmit();
			}}
		/>
	);
}
