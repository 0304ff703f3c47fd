import { type FlowRow, toFlowRecord } from "./flow-row.ts";
import type { FlowRecord } from "./records.ts";

/** Flows as records, whose documents are parsed once for as long as their text stays the same. */
export interface FlowDocuments {
	/**
	 * The document is frozen, through and through: readers of the same text share it, and may keep what they make of it by the object.
	 * @throws StoreError `bad-value` when the document is not a JSON object.
	 */
	toRecord(row: FlowRow): FlowRecord;
}

/** Characters of documents that are kept at most; a flow has 10,000 to 300,000. */
const maxKeptChars = 5_000_000;

/** @param maxChars characters of all documents that are kept; the most recently read ones are */
export function createFlowDocuments(maxChars = maxKeptChars): FlowDocuments {
	const kept = new Map<string, Pick<FlowRecord, "document"> & { readonly text: string }>();
	let chars = 0;
	const drop = (id: string) => {
		chars -= kept.get(id)?.text.length ?? 0;
		kept.delete(id);
	};
	return {
		toRecord(row) {
			const known = kept.get(row.id);
			const same = known?.text === row.document ? known : undefined;
			const record = same ? toFlowRecord(row, same.document) : frozen(toFlowRecord(row));
			drop(row.id);
			// A Map keeps the order of insertion: the first one was not read for longest.
			kept.set(row.id, { text: row.document, document: record.document });
			chars += row.document.length;
			for (const id of kept.keys()) if (chars > maxChars) drop(id);
			return record;
		},
	};
}

function frozen(record: FlowRecord): FlowRecord {
	const open: unknown[] = [record.document];
	for (let value = open.pop(); value !== undefined; value = open.pop()) {
		if (typeof value !== "object" || value === null) continue;
		Object.freeze(value);
		for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) open.push(inner);
	}
	return record;
}
