import { useDownloadFlow } from "../flows/use-download-flow.ts";
import { Canvas } from "./canvas/canvas.tsx";
import { ShortcutSheet } from "./canvas/shortcut-sheet.tsx";
import { WiringContext } from "./canvas/wiring.ts";
import { useEditor } from "./editor-context.ts";
import { textAt } from "./flow/document.ts";
import { EditorHeader } from "./header/editor-header.tsx";
import { Palette } from "./palette/palette.tsx";
import { SelectedPanel } from "./panel/selected-panel.tsx";
import { SidePane } from "./side-pane.tsx";
import type { SaveStatus } from "./state/autosaver.ts";
import { type EditorState, setMember } from "./state/editor-state.ts";
import { useWorkspace } from "./use-workspace.ts";

interface WorkspaceProps {
	readonly state: EditorState;
	readonly status: SaveStatus;
	readonly onSaveNow: () => void;
}

/** Header, palette, canvas and panel around the flow. */
export function Workspace({ state: { document, past, future }, status, onSaveNow }: WorkspaceProps) {
	const { flowId, actions } = useEditor();
	const { refs, canvas, wiring, run, add, palette, help } = useWorkspace(document, onSaveNow);
	const download = useDownloadFlow();
	return (
		<WiringContext value={wiring}>
			<div className="flex h-full flex-col">
				<EditorHeader
					flowId={flowId}
					name={textAt(document, "name")}
					status={status}
					canUndo={past.length > 0}
					canRedo={future.length > 0}
					paletteOpen={palette.open}
					onRename={(name) => actions.change(setMember("name", name))}
					onCommand={run}
					onExport={() => download(flowId)}
					onTogglePalette={() => palette.setOpen(!palette.open)}
				/>
				<div className="relative flex min-h-0 flex-1">
					{palette.open ? (
						<SidePane side="left">
							<Palette searchRef={refs.search} onAdd={add} />
						</SidePane>
					) : null}
					<main ref={refs.stage} className="relative min-w-0 flex-1">
						<Canvas canvas={canvas} onCommand={run} />
					</main>
					<div ref={refs.panel} className="contents">
						<SelectedPanel document={document} selected={canvas.selectedNodes} onCommand={run} />
					</div>
				</div>
			</div>
			<ShortcutSheet open={help.open} onOpenChange={help.setOpen} />
		</WiringContext>
	);
}
