import { Download, PanelLeft, Play, Redo2, Undo2 } from "lucide-react";
import { Link } from "react-router";
import { AppHeader } from "../../shell/app-header.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Command } from "../canvas/shortcuts.ts";
import type { SaveStatus } from "../state/autosaver.ts";
import { FlowName } from "./flow-name.tsx";
import { SaveIndicator } from "./save-indicator.tsx";

interface EditorHeaderProps {
	readonly flowId: string;
	readonly name: string;
	readonly status: SaveStatus;
	readonly canUndo: boolean;
	readonly canRedo: boolean;
	readonly paletteOpen: boolean;
	readonly onRename: (name: string) => void;
	readonly onCommand: (command: Command) => void;
	readonly onExport: () => void;
	readonly onTogglePalette: () => void;
}

/** The editor's bar: the flow's name, where it stands, and what is done to all of it. */
export function EditorHeader(props: EditorHeaderProps) {
	return (
		<AppHeader
			actions={
				<>
					<SaveIndicator status={props.status} onSaveNow={() => props.onCommand("save")} />
					<IconButton label="Undo" shortcut="Ctrl Z" disabled={!props.canUndo} onClick={() => props.onCommand("undo")}>
						<Undo2 />
					</IconButton>
					<IconButton label="Redo" shortcut="Ctrl Shift Z" disabled={!props.canRedo} className="max-sm:hidden" onClick={() => props.onCommand("redo")}>
						<Redo2 />
					</IconButton>
					<IconButton label="Export" className="max-sm:hidden" onClick={props.onExport}>
						<Download />
					</IconButton>
					<Link
						to={`/flows/${encodeURIComponent(props.flowId)}/playground`}
						className="ml-1 inline-flex h-9 items-center gap-2 rounded-lg bg-accent px-3 font-medium text-on-accent shadow-sm hover:bg-accent-strong"
					>
						<Play aria-hidden className="size-4" />
						<span className="max-sm:sr-only">Playground</span>
					</Link>
				</>
			}
		>
			<IconButton label={props.paletteOpen ? "Hide components" : "Show components"} active={props.paletteOpen} onClick={props.onTogglePalette}>
				<PanelLeft />
			</IconButton>
			<FlowName name={props.name} onRename={props.onRename} />
		</AppHeader>
	);
}
