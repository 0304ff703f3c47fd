import { useReactFlow } from "@xyflow/react";
import { useMemo, useRef, useState } from "react";
import { useDownloadFlow } from "../flows/use-download-flow.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { ShortcutSheet } from "./canvas/shortcut-sheet.tsx";
import { useCanvas } from "./canvas/use-canvas.ts";
import { useClipboard } from "./canvas/use-clipboard.ts";
import { WiringContext, wiringOf } from "./canvas/wiring.ts";
import { useEditor } from "./editor-context.ts";
import { findNode, textAt } from "./flow/document.ts";
import { flowProblems, isNote } from "./flow/flow-problems.ts";
import { EditorHeader } from "./header/editor-header.tsx";
import { Palette } from "./palette/palette.tsx";
import { useAddNode } from "./palette/use-add-node.ts";
import { InspectionPanel } from "./panel/inspection-panel.tsx";
import type { SaveStatus } from "./state/autosaver.ts";
import { type EditorState, setMember } from "./state/editor-state.ts";
import { useCommands } from "./state/use-commands.ts";
import { useRunProblem } from "./state/use-run-problem.ts";

interface WorkspaceProps {
	readonly state: EditorState;
	readonly status: SaveStatus;
	readonly onSaveNow: () => void;
}

const isWide = () => window.innerWidth >= 1024;

/** Header, palette, canvas and panel around the flow. */
export function Workspace({ state: { document, past, future }, status, onSaveNow }: WorkspaceProps) {
	const { flowId, catalogue, actions } = useEditor();
	const [paletteOpen, setPaletteOpen] = useState(isWide);
	const [helpOpen, setHelpOpen] = useState(false);
	const search = useRef<HTMLInputElement>(null);
	const stage = useRef<HTMLElement>(null);
	const { screenToFlowPosition } = useReactFlow();
	const canvas = useCanvas(document, actions);
	const addNode = useAddNode(canvas.select);
	const download = useDownloadFlow();
	const commands = useCommands({
		canvas,
		onSaveNow,
		onHelp: () => setHelpOpen(true),
		onSearch() {
			setPaletteOpen(true);
			requestAnimationFrame(() => search.current?.focus());
		},
	});
	useClipboard({ actions, selected: canvas.selectedNodes, select: canvas.select, remove: () => commands.run("delete") });
	const runProblem = useRunProblem(flowId);
	const wiring = useMemo(() => {
		const problems = new Map(flowProblems(document, catalogue));
		if (runProblem && !problems.has(runProblem.nodeId)) problems.set(runProblem.nodeId, runProblem.text);
		return { nodes: wiringOf(canvas.edges), problems };
	}, [document, catalogue, canvas.edges, runProblem]);
	const [only, ...others] = canvas.selectedNodes;
	const inspected = only !== undefined && others.length === 0 ? findNode(document, only) : undefined;

	const addToMiddle = (type: string) => {
		const box = stage.current?.getBoundingClientRect();
		const middle = box ? { x: box.x + box.width / 2 - 160, y: box.y + box.height / 3 } : { x: 0, y: 0 };
		addNode(type, screenToFlowPosition(middle));
		if (!isWide()) setPaletteOpen(false);
	};
	return (
		<WiringContext value={wiring}>
			<div className="flex h-full flex-col">
				<EditorHeader
					flowId={flowId}
					name={textAt(document, "name")}
					status={status}
					canUndo={past.length > 0}
					canRedo={future.length > 0}
					paletteOpen={paletteOpen}
					onRename={(name) => actions.change(setMember("name", name))}
					onUndo={actions.undo}
					onRedo={actions.redo}
					onSaveNow={onSaveNow}
					onExport={() => download(flowId)}
					onTogglePalette={() => setPaletteOpen(!paletteOpen)}
				/>
				<div className="relative flex min-h-0 flex-1">
					{paletteOpen ? (
						<div className="w-60 shrink-0 border-r border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:left-0 max-lg:z-20 max-lg:shadow-pop">
							<Palette searchRef={search} onAdd={addToMiddle} />
						</div>
					) : null}
					<main ref={stage} className="relative min-w-0 flex-1">
						<Canvas canvas={canvas} onLayout={() => commands.run("arrange")} onHelp={() => setHelpOpen(true)} />
					</main>
					{inspected && only !== undefined && !isNote(inspected) ? (
						<div className="w-92 max-w-full shrink-0 border-l border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-pop">
							<InspectionPanel
								key={only}
								nodeId={only}
								node={inspected}
								onClose={() => canvas.select(new Set())}
								onDuplicate={() => commands.run("duplicate")}
								onDelete={() => commands.run("delete")}
							/>
						</div>
					) : null}
				</div>
			</div>
			<ShortcutSheet open={helpOpen} onOpenChange={setHelpOpen} />
		</WiringContext>
	);
}
