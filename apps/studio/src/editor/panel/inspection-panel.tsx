import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { Notice } from "../../ui/notice.tsx";
import { useNodeWiring } from "../canvas/wiring.ts";
import { useEditor } from "../editor-context.ts";
import { textAt } from "../flow/document.ts";
import { fieldsOf } from "../flow/field.ts";
import { PanelField } from "./panel-field.tsx";
import { PanelHead, type PanelHeadProps } from "./panel-head.tsx";

interface InspectionPanelProps extends Omit<PanelHeadProps, "component"> {
	readonly nodeId: string;
	readonly node: JsonObject;
}

/** Everything about the selected node: its name, what it is, and all of its fields. */
export function InspectionPanel(props: InspectionPanelProps) {
	const { nodeId, node } = props;
	const { catalogue } = useEditor();
	const { inputs, problem } = useNodeWiring(nodeId);
	const type = textAt(node, "data", "type");
	const component = catalogue.find(type);
	return (
		<aside aria-label={`${textAt(node, "data", "node", "display_name") || type} settings`} className="flex h-full flex-col">
			<PanelHead {...props} component={component} />
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
