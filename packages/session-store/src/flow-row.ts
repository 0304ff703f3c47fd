import { readJsonObject } from "./json-column.ts";
import type { FlowRecord } from "./records.ts";
import type { FlowStore } from "./session-store.ts";

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

/** The row of a new flow. */
export function newFlowRow(flow: Parameters<FlowStore["create"]>[0], given: { readonly id: string; readonly nowMs: number }): FlowRow {
	return {
		id: given.id.toWellFormed(),
		userId: flow.userId,
		name: flow.name.toWellFormed(),
		endpointName: flow.endpointName?.toWellFormed() ?? "",
		document: JSON.stringify(flow.document),
		revision: 1,
		createdAt: given.nowMs,
		updatedAt: given.nowMs,
	};
}

/** The row after a change, with the next revision. */
export function changedFlowRow(row: FlowRow, patch: Parameters<FlowStore["update"]>[2], nowMs: number): FlowRow {
	return {
		...row,
		name: patch.name?.toWellFormed() ?? row.name,
		endpointName: patch.endpointName === undefined ? row.endpointName : (patch.endpointName?.toWellFormed() ?? ""),
		document: patch.document ? JSON.stringify(patch.document) : row.document,
		revision: row.revision + 1,
		updatedAt: nowMs,
	};
}

/**
 * @param parsed the document of the row, when it has been parsed already
 * @throws StoreError `bad-value` when the document is not a JSON object.
 */
export function toFlowRecord(row: FlowRow, parsed?: FlowRecord["document"]): FlowRecord {
	const { endpointName, createdAt, updatedAt, ...same } = row;
	return {
		...same,
		endpointName: endpointName === "" ? null : endpointName,
		document: parsed ?? readJsonObject(row.document, { table: "flow", column: "document", row: `flow ${row.id}` }),
		createdAtMs: createdAt,
		updatedAtMs: updatedAt,
	};
}
