import { type ReactFlowState, useStore } from "@xyflow/react";
import { classNames } from "../../ui/class-names.ts";
import { useEditor } from "../editor-context.ts";
import { FieldEditor } from "../fields/field-editor.tsx";
import type { NodeField } from "../flow/field.ts";
import { farZoom } from "./far-zoom.ts";
import { TypedHandle } from "./typed-handle.tsx";

interface NodeFieldRowProps {
	readonly nodeId: string;
	readonly field: NodeField;
	readonly connected: boolean;
}

/** One field on a node: its name, its editor unless it is connected, and its handle. */
export function NodeFieldRow({ nodeId, field, connected }: NodeFieldRowProps) {
	const { actions } = useEditor();
	const id = `node-${nodeId}-${field.name}`;
	const editable = !connected && field.kind !== "handle";
	const isSwitch = field.kind === "switch" && editable;
	const label = (
		<label htmlFor={editable ? id : undefined} title={field.info} className="truncate text-xs font-medium text-muted">
			{field.displayName}
			{field.required ? <span className="text-danger"> *</span> : null}
		</label>
	);
	return (
		<div className="relative px-3.5">
			<div className={`flex min-h-5 items-center gap-2 ${isSwitch ? "justify-between" : ""}`}>
				{label}
				{connected ? <span className="ml-auto shrink-0 text-xs text-accent">connected</span> : null}
				{isSwitch ? <FieldInput nodeId={nodeId} field={field} id={id} actions={actions} /> : null}
			</div>
			{editable && !isSwitch ? (
				<div className="mt-1">
					<FieldInput nodeId={nodeId} field={field} id={id} actions={actions} />
				</div>
			) : null}
			{field.inputTypes.length > 0 || connected || field.kind === "handle" ? (
				<TypedHandle nodeId={nodeId} side="input" name={field.name} label={field.displayName} types={field.inputTypes} />
			) : null}
		</div>
	);
}

interface FieldInputProps {
	readonly nodeId: string;
	readonly field: NodeField;
	readonly id: string;
	readonly actions: ReturnType<typeof useEditor>["actions"];
}

/** From afar nothing can be read or typed: a grey bar of about the same height is much less to draw. */
const isFar = ({ transform: [, , zoom] }: ReactFlowState) => zoom < farZoom;

/** `nodrag`: selecting text must not move the node. */
function FieldInput({ nodeId, field, id, actions }: FieldInputProps) {
	const far = useStore(isFar);
	if (far) return <div className={classNames("rounded-md bg-sunken", field.kind === "multiline" ? "h-13" : field.kind === "prompt" ? "h-18" : "h-8")} />;
	return (
		<div className="nodrag">
			<FieldEditor nodeId={nodeId} field={field} id={id} compact onChange={(value) => actions.setField(nodeId, field.name, value)} onSettle={actions.settle} />
		</div>
	);
}
