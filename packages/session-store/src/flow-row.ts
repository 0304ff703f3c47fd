import { readJsonObject } from "./json-column.ts";
import type { FlowRecord } from "./records.ts";

/** A row of table `flow`, the same in every dialect. */
export interface FlowRow {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	/** `''` when absent. */
	readonly endpointName: string;
	/** JSON object. */
	readonly document: string;
	readonly revision: number;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** @throws StoreError `bad-value` when the document is not a JSON object. */
export function toFlowRecord(row: FlowRow): FlowRecord {
	const { endpointName, createdAt, updatedAt, ...same } = row;
	return {
		...same,
		endpointName: endpointName === "" ? null : endpointName,
		document: readJsonObject(row.document, { table: "flow", column: "document", row: `flow ${row.id}` }),
		createdAtMs: createdAt,
		updatedAtMs: updatedAt,
	};
}
