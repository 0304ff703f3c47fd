import { useReactFlow } from "@xyflow/react";
import { useNavigate } from "react-router";
import { fitOptions } from "../canvas/fit-options.ts";
import type { Command } from "../canvas/shortcuts.ts";
import type { CanvasState } from "../canvas/use-canvas.ts";
import { copyOffset } from "../canvas/use-clipboard.ts";
import { useShortcuts } from "../canvas/use-shortcuts.ts";
import { useEditor } from "../editor-context.ts";
import { autoLayout } from "../flow/auto-layout.ts";
import { copyNodes, pasteNodes, readClipboard } from "../flow/clipboard.ts";
import { moveNodes, removeElements } from "../flow/edit-nodes.ts";

interface CommandOptions {
	readonly canvas: CanvasState;
	readonly onSaveNow: () => void;
	readonly onHelp: () => void;
	readonly onSearch: () => void;
	readonly onPanel: () => void;
}

/** Everything that a key or a button does to the whole flow, by name. Listens for the keys. */
export function useCommands({ canvas, onSaveNow, onHelp, onSearch, onPanel }: CommandOptions): { readonly run: (command: Command) => void } {
	const { flowId, actions } = useEditor();
	const { zoomIn, zoomOut, fitView } = useReactFlow();
	const navigate = useNavigate();

	const remove = () => {
		const nodes = new Set(canvas.selectedNodes);
		const edges = new Set(canvas.edges.flatMap((edge) => (edge.selected && edge.data ? [edge.data.index] : [])));
		if (nodes.size + edges.size > 0) actions.change((document) => removeElements(document, nodes, edges));
	};
	const duplicate = () => {
		const copied = readClipboard(copyNodes(actions.current(), new Set(canvas.selectedNodes)));
		if (!copied) return;
		const pasted = pasteNodes(actions.current(), copied, copyOffset);
		actions.change(() => pasted.document);
		canvas.select(pasted.nodeIds);
	};
	const arrange = () => {
		const boxes = canvas.nodes.map(({ id, measured }) => ({ id, width: measured?.width ?? 320, height: measured?.height ?? 200 }));
		actions.change((document) => moveNodes(document, autoLayout(boxes, canvas.edges)));
		requestAnimationFrame(() => void fitView(fitOptions));
	};
	const commands: Readonly<Record<Command, () => void>> = {
		undo: actions.undo,
		redo: actions.redo,
		duplicate,
		delete: remove,
		"select-all": () => canvas.select(new Set(canvas.nodes.map(({ id }) => id))),
		deselect: () => canvas.select(new Set()),
		save: onSaveNow,
		search: onSearch,
		panel: onPanel,
		help: onHelp,
		"zoom-in": () => void zoomIn(),
		"zoom-out": () => void zoomOut(),
		fit: () => void fitView(fitOptions),
		arrange,
		playground: () => void navigate(`/flows/${encodeURIComponent(flowId)}/playground`),
	};
	const run = (command: Command) => commands[command]();
	useShortcuts(run);
	return { run };
}
