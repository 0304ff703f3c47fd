import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { classNames } from "../../ui/class-names.ts";
import { useEditor } from "../editor-context.ts";
import { textAt } from "../flow/document.ts";
import { changeNote } from "../flow/edit-nodes.ts";
import type { CanvasNode } from "./canvas-elements.ts";

/** A note on the canvas: text for people. */
export const NoteNode = memo(function NoteNode({ id, data: { node }, selected }: NodeProps<CanvasNode>) {
	const { actions } = useEditor();
	return (
		<div className={classNames("w-80 rounded-xl border bg-warn-soft p-2 pt-4 shadow-card", selected ? "border-accent ring-2 ring-accent/35" : "border-line")}>
			<textarea
				aria-label="Note"
				rows={6}
				className="nodrag nowheel w-full resize-y rounded-lg bg-transparent p-2 text-[13px] leading-relaxed text-ink"
				value={textAt(node, "data", "node", "description")}
				placeholder="Write a note."
				onChange={(event) => actions.change((document) => changeNote(document, id, event.target.value), `${id}.note`)}
				onBlur={actions.settle}
			/>
		</div>
	);
});
