import type { NodeProps } from "@xyflow/react";
import { CircleAlert } from "lucide-react";
import { memo } from "react";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useEditor } from "../editor-context.ts";
import { at, textAt } from "../flow/document.ts";
import { fieldsOf } from "../flow/field.ts";
import { outputsOf } from "../flow/outputs.ts";
import { MemoryBadge } from "../memory/memory-badge.tsx";
import type { CanvasNode } from "./canvas-elements.ts";
import { ComponentIcon } from "./component-icon.tsx";
import { NodeFieldRow } from "./node-field-row.tsx";
import { NodeOutputRow } from "./node-output-row.tsx";
import { useNodeWiring } from "./wiring.ts";

/** A component of the flow: what it is, its fields that are not advanced, and its outputs. */
export const ComponentNode = memo(function ComponentNode({ id, data: { node }, selected }: NodeProps<CanvasNode>) {
	const { catalogue } = useEditor();
	const { inputs, outputs, problem } = useNodeWiring(id);
	const type = textAt(node, "data", "type");
	const component = catalogue.find(type);
	const fields = fieldsOf(node, component);
	const shown = fields.filter((field) => inputs.has(field.name) || (!field.advanced && field.saved));
	const listed = outputsOf(node);
	const lost = {
		inputs: [...inputs].filter((name) => !fields.some((field) => field.name === name)),
		outputs: [...outputs].filter((name) => !listed.some((output) => output.name === name)),
	};
	return (
		<div
			className={classNames(
				"w-80 rounded-xl border bg-surface text-sm shadow-card transition-shadow",
				selected ? "border-accent ring-2 ring-accent/35" : problem ? "border-danger" : "border-line",
			)}
		>
			<div className="flex items-center gap-2.5 px-3.5 pt-3 pb-2">
				<span className="flex size-7 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
					<ComponentIcon type={type} />
				</span>
				<h2 className="min-w-0 flex-1 truncate font-semibold">{textAt(node, "data", "node", "display_name") || type}</h2>
				{component ? null : <Badge tone="warn">Not supported</Badge>}
				{at(node, "data", "node", "tool_mode") === true ? <Badge tone="info">Tool</Badge> : null}
			</div>
			<MemoryBadge nodeId={id} node={node} component={component} />
			<div className="flex flex-col gap-2.5 pt-1 pb-2.5">
				{shown.map((field) => (
					<NodeFieldRow key={field.name} nodeId={id} field={field} connected={inputs.has(field.name)} />
				))}
				{lost.inputs.map((name) => (
					<NodeOutputRow key={name} nodeId={id} side="input" name={name} label={name || "Input"} types={[]} />
				))}
			</div>
			<div className="rounded-b-xl border-t border-line bg-raised py-1.5">
				{listed.map((output) => (
					<NodeOutputRow key={output.name} nodeId={id} side="output" name={output.name} label={output.displayName} types={output.types} />
				))}
				{lost.outputs.map((name) => (
					<NodeOutputRow key={name} nodeId={id} side="output" name={name} label={name || "Output"} types={[]} />
				))}
			</div>
			{problem ? (
				<p role="alert" className="flex gap-2 rounded-b-xl border-t border-danger bg-danger-soft px-3.5 py-2 text-xs">
					<CircleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-danger" />
					<span className="min-w-0 break-words">{problem}</span>
				</p>
			) : null}
		</div>
	);
});
