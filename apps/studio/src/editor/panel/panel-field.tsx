import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { Eye, EyeOff } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { useEditor } from "../editor-context.ts";
import { FieldEditor } from "../fields/field-editor.tsx";
import type { Component } from "../flow/catalogue.ts";
import type { NodeField } from "../flow/field.ts";
import { MemorySection } from "../memory/memory-section.tsx";
import { ConnectionPicker } from "./connection-picker.tsx";
import { FieldHelp } from "./field-help.tsx";

interface PanelFieldProps {
	readonly nodeId: string;
	readonly node: JsonObject;
	readonly component: Component | undefined;
	readonly field: NodeField;
	readonly connected: boolean;
}

/** One field in the panel: its name and help, whether it stands on the node, its editor, and what it is connected to. */
export function PanelField({ nodeId, node, component, field, connected }: PanelFieldProps) {
	const { actions } = useEditor();
	const id = `panel-${nodeId}-${field.name}`;
	const hasEditor = field.kind !== "handle" && !connected;
	const isSwitch = field.kind === "switch" && hasEditor;
	const editor = (
		<FieldEditor
			nodeId={nodeId}
			field={field}
			id={id}
			compact={false}
			onChange={(value) => actions.setField(nodeId, field.name, value)}
			onSettle={actions.settle}
		/>
	);
	return (
		<section aria-label={field.displayName} className="border-b border-line px-4 py-3 last:border-b-0">
			<div className="flex min-h-7 items-center gap-1.5">
				<label htmlFor={hasEditor ? id : undefined} className="text-[13px] font-medium">
					{field.displayName}
					{field.required ? <span className="text-danger"> *</span> : null}
				</label>
				<FieldHelp field={field} />
				<span className="flex-1" />
				{isSwitch ? editor : null}
				<IconButton
					label={`Show ${field.displayName} on the node`}
					size="small"
					active={!field.advanced}
					onClick={() => actions.setOnNode(nodeId, field.name, field.advanced)}
				>
					{field.advanced ? <EyeOff /> : <Eye />}
				</IconButton>
			</div>
			{hasEditor && !isSwitch ? <div className="mt-1">{editor}</div> : null}
			{field.inputTypes.length > 0 ? <ConnectionPicker nodeId={nodeId} field={field} connected={connected} /> : null}
			{field.name === "summarize_older_messages" && component ? <MemorySection nodeId={nodeId} node={node} component={component} /> : null}
		</section>
	);
}
