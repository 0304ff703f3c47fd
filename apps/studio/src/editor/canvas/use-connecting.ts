import type { Edge, FinalConnectionState, Connection as FlowConnection } from "@xyflow/react";
import { useMemo } from "react";
import { useToast } from "../../ui/toast-context.ts";
import { useEditor } from "../editor-context.ts";
import { connect, whyNotConnect } from "../flow/connect.ts";
import { handleName } from "./canvas-elements.ts";
import { connectionBetween, endOf } from "./connection-between.ts";

/** What the canvas needs to draw edges: which ends fit, what a new edge does to the flow, and why one was refused. */
export function useConnecting() {
	const { catalogue, actions } = useEditor();
	const toast = useToast();
	return useMemo(
		() => ({
			isValidConnection: (connection: FlowConnection | Edge) => whyNotConnect(actions.current(), catalogue, wantedBy(connection)) === undefined,
			onConnect: (connection: FlowConnection) => actions.change((document) => connect(document, catalogue, wantedBy(connection))),
			onConnectEnd(_event: unknown, { fromHandle, toHandle, isValid }: FinalConnectionState) {
				if (!fromHandle || !toHandle || isValid !== false) return;
				const wanted = connectionBetween(endOf(fromHandle), endOf(toHandle));
				const reason = wanted ? whyNotConnect(actions.current(), catalogue, wanted) : "An edge leads from an output to a field.";
				if (reason) toast({ text: reason, tone: "danger" });
			},
		}),
		[actions, catalogue, toast],
	);
}

function wantedBy({ source, sourceHandle, target, targetHandle }: FlowConnection | Edge) {
	return { source, output: handleName(sourceHandle), target, field: handleName(targetHandle) };
}
