import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useCanvas } from "./canvas/use-canvas.ts";
import { useClipboard } from "./canvas/use-clipboard.ts";
import { useShowSelected } from "./canvas/use-show-selected.ts";
import { useWiring } from "./canvas/use-wiring.ts";
import { useEditor } from "./editor-context.ts";
import type { FlowDocument } from "./flow/document.ts";
import { useAddToMiddle } from "./palette/use-add-to-middle.ts";
import { useCommands } from "./state/use-commands.ts";

const isWide = () => window.innerWidth >= 1024;

/** What the parts of the editor's screen share: the canvas, what is open, where the focus can go, and all commands. */
export function useWorkspace(document: FlowDocument, onSaveNow: () => void) {
	const { actions } = useEditor();
	const [paletteOpen, setPaletteOpen] = useState(isWide);
	const [helpOpen, setHelpOpen] = useState(false);
	const refs = { search: useRef<HTMLInputElement>(null), stage: useRef<HTMLElement>(null), panel: useRef<HTMLDivElement>(null) };
	const canvas = useCanvas(document, actions);
	const markShown = useShowSelected(refs, canvas);
	const wiring = useWiring(document, canvas.edges);
	const addToMiddle = useAddToMiddle(refs, canvas, markShown);
	const { run } = useCommands({
		canvas,
		onSaveNow,
		onHelp: () => setHelpOpen(true),
		onPanel: () => refs.panel.current?.querySelector<HTMLElement>("input, textarea, select, button")?.focus(),
		onSearch() {
			flushSync(() => setPaletteOpen(true));
			refs.search.current?.focus();
		},
	});
	useClipboard({ actions, selected: canvas.selectedNodes, select: canvas.select, remove: () => run("delete") });
	const add = (type: string) => {
		addToMiddle(type);
		if (!isWide()) setPaletteOpen(false);
	};
	return { refs, canvas, wiring, run, add, palette: { open: paletteOpen, setOpen: setPaletteOpen }, help: { open: helpOpen, setOpen: setHelpOpen } };
}
