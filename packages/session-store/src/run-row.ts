import { readJsonObject } from "./json-column.ts";
import type { RunRecord } from "./records.ts";

/** A row of table `run_record`, the same in every dialect. */
export interface RunRow extends Omit<RunRecord, "startedAtMs" | "status" | "details"> {
	readonly startedAt: number;
	readonly status: string;
	/** JSON object. */
	readonly details: string;
}

/** @returns the row of a new run, in whatever session it turns out to be. */
export function newRunRow({ startedAtMs, details, ...run }: Omit<RunRecord, "sessionId">): Omit<RunRow, "sessionId"> {
	return { ...run, startedAt: startedAtMs, details: JSON.stringify(details) };
}

/** @throws StoreError `bad-value` when the details are not a JSON object. */
export function toRunRecord({ startedAt, status, details, ...row }: RunRow): RunRecord {
	return {
		...row,
		startedAtMs: startedAt,
		status: status === "finished" || status === "cancelled" ? status : "failed",
		details: readJsonObject(details, { table: "run_record", column: "details", row: `run ${row.id}` }),
	};
}
