import { Panel, useViewport } from "@xyflow/react";
import { CircleHelp, Maximize, Network, ZoomIn, ZoomOut } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Command } from "./shortcuts.ts";

interface CanvasControlsProps {
	readonly onCommand: (command: Command) => void;
}

/** Zoom, layout and help at the lower edge of the canvas. */
export function CanvasControls({ onCommand }: CanvasControlsProps) {
	const { zoom } = useViewport();
	return (
		<Panel position="bottom-left" className="flex items-center rounded-xl border border-line bg-surface p-1 shadow-card">
			<IconButton label="Zoom out" shortcut="−" size="small" onClick={() => onCommand("zoom-out")}>
				<ZoomOut />
			</IconButton>
			<span className="w-11 text-center text-xs text-muted tabular-nums">{Math.round(zoom * 100)} %</span>
			<IconButton label="Zoom in" shortcut="+" size="small" onClick={() => onCommand("zoom-in")}>
				<ZoomIn />
			</IconButton>
			<IconButton label="Show everything" shortcut="0" size="small" onClick={() => onCommand("fit")}>
				<Maximize />
			</IconButton>
			<span aria-hidden className="mx-1 h-5 w-px bg-line" />
			<IconButton label="Arrange" shortcut="L" size="small" onClick={() => onCommand("arrange")}>
				<Network />
			</IconButton>
			<IconButton label="Keyboard shortcuts" shortcut="?" size="small" onClick={() => onCommand("help")}>
				<CircleHelp />
			</IconButton>
		</Panel>
	);
}
