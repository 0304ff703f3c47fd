import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { Copy, Trash2, Wrench, X } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { ComponentIcon } from "../canvas/component-icon.tsx";
import { useEditor } from "../editor-context.ts";
import type { Component } from "../flow/catalogue.ts";
import { at, textAt } from "../flow/document.ts";
import { renameNode, setToolMode } from "../flow/edit-nodes.ts";

export interface PanelHeadProps {
	readonly nodeId: string;
	readonly node: JsonObject;
	readonly component: Component | undefined;
	readonly onClose: () => void;
	readonly onDuplicate: () => void;
	readonly onDelete: () => void;
}

/** The node's name, and what is done to the whole node. */
export function PanelHead({ nodeId, node, component, onClose, onDuplicate, onDelete }: PanelHeadProps) {
	const { actions } = useEditor();
	const type = textAt(node, "data", "type");
	const isTool = at(node, "data", "node", "tool_mode") === true;
	return (
		<div className="flex items-center gap-1 border-b border-line py-2.5 pr-2 pl-4">
			<span className="text-accent">
				<ComponentIcon type={type} className="size-5" />
			</span>
			<input
				aria-label="Node name"
				className="mx-1 h-8 min-w-0 flex-1 rounded-md bg-transparent px-1.5 font-semibold hover:bg-sunken"
				value={textAt(node, "data", "node", "display_name")}
				placeholder={component?.displayName ?? type}
				onChange={(event) => actions.change((document) => renameNode(document, nodeId, event.target.value), `${nodeId}.display_name`)}
				onBlur={actions.settle}
			/>
			{component?.usableAsTool ? (
				<IconButton
					label="Use as a tool of an Agent"
					size="small"
					active={isTool}
					onClick={() => actions.change((document) => setToolMode(document, nodeId, !isTool, component))}
				>
					<Wrench />
				</IconButton>
			) : null}
			<IconButton label="Duplicate" size="small" onClick={onDuplicate}>
				<Copy />
			</IconButton>
			<IconButton label="Delete" size="small" onClick={onDelete}>
				<Trash2 />
			</IconButton>
			<IconButton label="Close panel" size="small" onClick={onClose}>
				<X />
			</IconButton>
		</div>
	);
}
