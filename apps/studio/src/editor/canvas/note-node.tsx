import type { NodeProps } from "@xyflow/react";
import { Pencil } from "lucide-react";
import { lazy, memo, Suspense, useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import { focusAtEnd } from "../../ui/focus-at-end.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useEditor } from "../editor-context.ts";
import { textAt } from "../flow/document.ts";
import { changeNote } from "../flow/edit-nodes.ts";
import type { CanvasNode } from "./canvas-elements.ts";

const RichText = lazy(() => import("../../playground/markdown.tsx").then(({ RichText: component }) => ({ default: component })));

/** A note on the canvas: Markdown for people, which a double click or its button opens for writing. An empty one is open. */
export const NoteNode = memo(function NoteNode({ id, data: { node }, selected }: NodeProps<CanvasNode>) {
	const text = textAt(node, "data", "node", "description");
	const [writing, setWriting] = useState(false);
	const frame = selected ? "border-accent ring-2 ring-accent/35" : "border-line";
	return (
		<div className={classNames("group/note relative min-h-16 w-80 rounded-xl border bg-warn-soft p-2 pt-4 shadow-card", frame)}>
			{writing || text === "" ? (
				<NoteInput id={id} text={text} writing={writing} onWriting={setWriting} />
			) : (
				// biome-ignore lint/a11y/noStaticElementInteractions: a double click is a way beside the button, which works for everybody
				<div className="p-2 text-[13px] text-ink" onDoubleClick={() => setWriting(true)}>
					<IconButton
						label="Edit note"
						size="small"
						className="nodrag absolute top-1.5 right-1.5 opacity-0 group-hover/note:opacity-100 focus-visible:opacity-100"
						onClick={() => setWriting(true)}
					>
						<Pencil />
					</IconButton>
					<Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
						<RichText text={text} />
					</Suspense>
				</div>
			)}
		</div>
	);
});

interface NoteInputProps {
	readonly id: string;
	readonly text: string;
	/** It was just asked for, or has the focus. */
	readonly writing: boolean;
	readonly onWriting: (writing: boolean) => void;
}

function NoteInput({ id, text, writing, onWriting }: NoteInputProps) {
	const { actions } = useEditor();
	return (
		<textarea
			aria-label="Note"
			rows={6}
			ref={writing ? focusAtEnd : undefined}
			className="nodrag nowheel field-sizing-content max-h-120 min-h-36 w-full resize-y rounded-lg bg-transparent p-2 text-[13px] leading-relaxed text-ink"
			value={text}
			placeholder="Write a note. Markdown works."
			onChange={(event) => actions.change((document) => changeNote(document, id, event.target.value), `${id}.note`)}
			onKeyDown={(event) => {
				if (event.key === "Escape") event.currentTarget.closest<HTMLElement>(".react-flow__node")?.focus();
			}}
			onFocus={() => onWriting(true)}
			onBlur={() => {
				actions.settle();
				onWriting(false);
			}}
		/>
	);
}
