import type { FlowRecord } from "@foldback/session-store";
import { formatTimestamp } from "./timestamp.ts";

/** Members of a flow on the wire that the host gives; a client may send them back unchanged. */
export const hostMembers = ["id", "user_id", "revision", "created_at", "updated_at"] as const;

/** A JSON object on its way out. */
export type WireObject = { [key: string]: unknown };

/** A flow as the API answers it: the document as imported, with the host's own members over it. */
export function toWireFlow(flow: FlowRecord): WireObject {
	return {
		...flow.document,
		id: flow.id,
		name: flow.name,
		endpoint_name: flow.endpointName,
		user_id: flow.userId,
		revision: flow.revision,
		created_at: formatTimestamp(flow.createdAtMs),
		updated_at: formatTimestamp(flow.updatedAtMs),
	};
}

/** A flow in a list: everything but its nodes and edges. */
export function toFlowHeader(flow: FlowRecord): WireObject {
	const { data: _, ...header } = toWireFlow(flow);
	return header;
}
