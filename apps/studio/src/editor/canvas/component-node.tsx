import type { NodeProps } from "@xyflow/react";
import { CircleAlert } from "lucide-react";
import { memo } from "react";
import { classNames } from "../../ui/class-names.ts";
import { useEditor } from "../editor-context.ts";
import { textAt } from "../flow/document.ts";
import { MemoryBadge } from "../memory/memory-badge.tsx";
import type { CanvasNode } from "./canvas-elements.ts";
import { NodeFieldRow } from "./node-field-row.tsx";
import { NodeHead } from "./node-head.tsx";
import { NodeOutputRow } from "./node-output-row.tsx";
import { nodeRows } from "./node-rows.ts";
import { useMeasuredHandles } from "./use-measured-handles.ts";
import { useNodeWiring } from "./wiring.ts";

/** A component of the flow: what it is, its fields that are not advanced, and its outputs. */
export const ComponentNode = memo(function ComponentNode({ id, data: { node }, selected }: NodeProps<CanvasNode>) {
	const { catalogue } = useEditor();
	const { problem, ...wiring } = useNodeWiring(id);
	const component = catalogue.find(textAt(node, "data", "type"));
	const rows = nodeRows(node, component, wiring);
	useMeasuredHandles(id, rows.handles);
	const frame = selected ? "border-accent ring-2 ring-accent/35" : problem ? "border-danger" : "border-line";
	return (
		<div className={classNames("w-80 rounded-xl border bg-surface text-sm shadow-card transition-shadow", frame)}>
			<NodeHead node={node} supported={component !== undefined} />
			<MemoryBadge node={node} component={component} />
			<div className="flex flex-col gap-2.5 pt-1 pb-2.5">
				{rows.fields.map((field) => (
					<NodeFieldRow key={field.name} nodeId={id} field={field} connected={wiring.inputs.has(field.name)} />
				))}
				{rows.lostInputs.map((name) => (
					<NodeOutputRow key={name} nodeId={id} side="input" name={name} label={name || "Input"} types={[]} />
				))}
			</div>
			<div className="rounded-b-xl border-t border-line bg-raised py-1.5">
				{rows.outputs.map(({ name, displayName, types }) => (
					<NodeOutputRow key={name} nodeId={id} side="output" name={name} label={displayName} types={types} />
				))}
			</div>
			{problem ? <NodeProblem text={problem} /> : null}
		</div>
	);
});

function NodeProblem({ text }: { readonly text: string }) {
	return (
		<p role="alert" className="flex gap-2 rounded-b-xl border-t border-danger bg-danger-soft px-3.5 py-2 text-xs">
			<CircleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-danger" />
			<span className="min-w-0 break-words">{text}</span>
		</p>
	);
}
