import { Panel, useConnection } from "@xyflow/react";
import { useEditor } from "../editor-context.ts";
import { whyNotConnect } from "../flow/connect.ts";
import { connectionBetween, endOf } from "./connection-between.ts";

/** While an edge is drawn over an end that does not take it: why not. */
export function ConnectionHint() {
	const { catalogue, actions } = useEditor();
	const connection = useConnection();
	if (!connection.inProgress || connection.isValid !== false || !connection.toHandle) return null;
	const wanted = connectionBetween(endOf(connection.fromHandle), endOf(connection.toHandle));
	return (
		<Panel position="bottom-center">
			<p className="rounded-lg border border-danger bg-surface px-3 py-2 text-sm shadow-pop">
				{wanted ? whyNotConnect(actions.current(), catalogue, wanted) : "An edge leads from an output to a field."}
			</p>
		</Panel>
	);
}
