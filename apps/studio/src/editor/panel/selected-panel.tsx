import type { Command } from "../canvas/shortcuts.ts";
import { type FlowDocument, findNode } from "../flow/document.ts";
import { isNote } from "../flow/flow-problems.ts";
import { SidePane } from "../side-pane.tsx";
import { InspectionPanel } from "./inspection-panel.tsx";

interface SelectedPanelProps {
	readonly document: FlowDocument;
	readonly selected: readonly string[];
	readonly onCommand: (command: Command) => void;
}

/** The panel of the selected node; nothing while none, several or a note are selected. */
export function SelectedPanel({ document, selected, onCommand }: SelectedPanelProps) {
	const [only, ...others] = selected;
	const node = only !== undefined && others.length === 0 ? findNode(document, only) : undefined;
	if (only === undefined || !node || isNote(node)) return null;
	return (
		<SidePane side="right">
			<InspectionPanel
				key={only}
				nodeId={only}
				node={node}
				onClose={() => onCommand("deselect")}
				onDuplicate={() => onCommand("duplicate")}
				onDelete={() => onCommand("delete")}
			/>
		</SidePane>
	);
}
