import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { Badge } from "../../ui/badge.tsx";
import { at, textAt } from "../flow/document.ts";
import { ComponentIcon } from "./component-icon.tsx";

interface NodeHeadProps {
	readonly node: JsonObject;
	readonly supported: boolean;
}

/** What a node is. */
export function NodeHead({ node, supported }: NodeHeadProps) {
	const type = textAt(node, "data", "type");
	return (
		<div className="flex items-center gap-2.5 px-3.5 pt-3 pb-2">
			<span className="flex size-7 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
				<ComponentIcon type={type} />
			</span>
			<h2 className="min-w-0 flex-1 truncate font-semibold">{textAt(node, "data", "node", "display_name") || type}</h2>
			{supported ? null : <Badge tone="warn">Not supported</Badge>}
			{at(node, "data", "node", "tool_mode") === true ? <Badge tone="info">Tool</Badge> : null}
		</div>
	);
}
