import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { Copy, Trash2, Wrench, X } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ComponentIcon } from "../canvas/component-icon.tsx";
import { useNodeWiring } from "../canvas/wiring.ts";
import { useEditor } from "../editor-context.ts";
import { at, textAt } from "../flow/document.ts";
import { renameNode, setToolMode } from "../flow/edit-nodes.ts";
import { fieldsOf } from "../flow/field.ts";
import { PanelField } from "./panel-field.tsx";

interface InspectionPanelProps {
	readonly nodeId: string;
	readonly node: JsonObject;
	readonly onClose: () => void;
	readonly onDuplicate: () => void;
	readonly onDelete: () => void;
}

/** Everything about the selected node: its name, what it is, and all of its fields. */
export function InspectionPanel({ nodeId, node, onClose, onDuplicate, onDelete }: InspectionPanelProps) {
	const { catalogue, actions } = useEditor();
	const { inputs, problem } = useNodeWiring(nodeId);
	const type = textAt(node, "data", "type");
	const component = catalogue.find(type);
	const name = textAt(node, "data", "node", "display_name");
	const isTool = at(node, "data", "node", "tool_mode") === true;
	return (
		<aside aria-label={`${name || type} settings`} className="flex h-full flex-col">
			<div className="flex items-center gap-1 border-b border-line py-2.5 pr-2 pl-4">
				<span className="text-accent">
					<ComponentIcon type={type} className="size-5" />
				</span>
				<input
					aria-label="Node name"
					className="mx-1 h-8 min-w-0 flex-1 rounded-md bg-transparent px-1.5 font-semibold hover:bg-sunken"
					value={name}
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
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="flex flex-col gap-2 px-4 pt-3 empty:hidden">
					{component ? <p className="text-xs text-muted">{component.description}</p> : null}
					{problem ? <Notice tone={component ? "danger" : "warn"}>{problem}</Notice> : null}
				</div>
				{fieldsOf(node, component).map((field) => (
					<PanelField key={field.name} nodeId={nodeId} node={node} component={component} field={field} connected={inputs.has(field.name)} />
				))}
			</div>
		</aside>
	);
}
