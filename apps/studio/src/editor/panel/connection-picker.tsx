import { Cable, X } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../editor-context.ts";
import { connect, fieldOfEdge } from "../flow/connect.ts";
import { changeList, type FlowDocument, textAt } from "../flow/document.ts";
import type { NodeField } from "../flow/field.ts";
import { type FittingOutput, fittingOutputs } from "../flow/fitting-outputs.ts";

interface ConnectionPickerProps {
	readonly nodeId: string;
	readonly field: NodeField;
	readonly connected: boolean;
}

/** Edges without a pointer: what a field is connected to, and everything that fits. */
export function ConnectionPicker({ nodeId, field, connected }: ConnectionPickerProps) {
	const { catalogue, actions } = useEditor();
	const outputs = fittingOutputs(actions.current(), catalogue, nodeId, field.name);
	const free = outputs.filter((output) => !output.connected);
	const choose = (index: string) => {
		const chosen = free[Number(index)];
		if (chosen) actions.change((document) => connect(document, catalogue, { ...chosen, target: nodeId, field: field.name }));
	};
	return (
		<div className="mt-1.5 flex flex-col gap-1.5">
			{outputs
				.filter((output) => output.connected)
				.map((output) => (
					<div key={`${output.source} ${output.output}`} className="flex items-center gap-2 rounded-md bg-accent-soft py-0.5 pr-0.5 pl-2.5 text-xs text-accent">
						<Cable aria-hidden className="size-3.5 shrink-0" />
						<span className="min-w-0 flex-1 truncate">{output.label}</span>
						<IconButton
							label={`Disconnect ${output.label} from ${field.displayName}`}
							size="small"
							onClick={() => actions.change((document) => withoutEdge(document, nodeId, field.name, output))}
						>
							<X />
						</IconButton>
					</div>
				))}
			{free.length > 0 ? (
				<Select
					aria-label={`Connect ${field.displayName}`}
					value=""
					subtle
					options={[
						{ value: "", label: connected ? "+ Connect another output" : "+ Connect an output" },
						...free.map(({ label }, index) => ({ value: String(index), label })),
					]}
					onValueChange={choose}
				/>
			) : null}
		</div>
	);
}

function withoutEdge(document: FlowDocument, target: string, field: string, { source }: FittingOutput): FlowDocument {
	return changeList(document, "edges", (edges) =>
		edges.filter((edge) => textAt(edge, "target") !== target || fieldOfEdge(edge) !== field || textAt(edge, "source") !== source),
	);
}
