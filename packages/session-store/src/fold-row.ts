import type { Cursor, FailedFold, FoldedMemory, FoldRecord, FoldReport, SessionScope } from "@foldback/session-compressor";
import { replyFailureCodes, transientFailureCodes } from "@foldback/session-compressor";
import { badValue, readJsonObject, readStringRecord } from "./json-column.ts";
import { foldedMemory, toCursor } from "./state-row.ts";

/** A row of table `session_memory_fold`, the same in every dialect. */
export interface FoldRow extends SessionScope {
	readonly sequence: number;
	readonly createdAt: number;
	readonly outcome: string;
	/** `''` for saved folds. */
	readonly code: string;
	/** `''` when nothing was absorbed before. */
	readonly afterMessageId: string;
	readonly afterTimestamp: number;
	readonly throughMessageId: string;
	readonly throughTimestamp: number;
	readonly messageCount: number;
	readonly promptChars: number;
	readonly model: string;
	readonly inputTokens: number | null;
	readonly outputTokens: number | null;
	readonly durationMs: number;
	/** JSON of the memory as the fold left it; `''` for attempts that saved nothing. */
	readonly snapshot: string;
}

/** What a journal row says besides whose and when it is. */
export type FoldColumns = Omit<FoldRow, keyof SessionScope | "sequence" | "createdAt">;

export function savedFoldColumns(fold: FoldReport, range: { readonly after: Cursor | undefined; readonly through: Cursor }, memory: FoldedMemory): FoldColumns {
	return { ...commonColumns(fold, range), code: "", snapshot: JSON.stringify(foldedMemory(memory)) };
}

export function failedFoldColumns(attempt: FailedFold): FoldColumns {
	return { ...commonColumns(attempt, attempt), code: attempt.code, snapshot: "" };
}

/**
 * @returns undefined for an outcome or code that only a newer host knows.
 * @throws StoreError `bad-value` when the snapshot is not one.
 */
export function toFoldRecord(row: FoldRow): FoldRecord | undefined {
	const outcome = outcomes.find((known) => known === row.outcome);
	const code = codes.find((known) => known === row.code);
	if (!outcome || (row.code !== "" && !code)) return undefined;
	const usage = {
		...(row.inputTokens === null ? {} : { inputTokens: row.inputTokens }),
		...(row.outputTokens === null ? {} : { outputTokens: row.outputTokens }),
	};
	return {
		id: String(row.sequence).padStart(16, "0"),
		atMs: row.createdAt,
		outcome,
		...(code ? { code } : {}),
		after: row.afterMessageId === "" ? undefined : { timestampMs: row.afterTimestamp, id: row.afterMessageId },
		through: { timestampMs: row.throughTimestamp, id: row.throughMessageId },
		messageCount: row.messageCount,
		promptChars: row.promptChars,
		model: row.model,
		...(Object.keys(usage).length === 0 ? {} : { usage }),
		durationMs: row.durationMs,
		...(row.snapshot === "" ? {} : { snapshot: readSnapshot(row) }),
	};
}

/** @returns the memory in a saved fold's row. @throws StoreError `bad-value` when there is none. */
export function readSnapshot(row: Pick<FoldRow, "snapshot" | "flowId" | "sessionId">): FoldedMemory {
	const at = place(row, "snapshot");
	const { summary, pinned, cursor, absorbedCount, absorbedDigest, summaryModel } = readJsonObject(row.snapshot, at);
	if (typeof summary !== "string" || typeof absorbedCount !== "number" || typeof summaryModel !== "string") throw badValue(at, "a memory snapshot");
	return {
		summary,
		pinned: readStringRecord(JSON.stringify(pinned ?? null), at),
		cursor: toCursor(cursor),
		absorbedCount,
		...(typeof absorbedDigest === "string" ? { absorbedDigest } : {}),
		summaryModel,
	};
}

const outcomes: readonly FoldRecord["outcome"][] = ["saved", "passed-over", "failed", "lost", "probe"];
const codes: readonly FailedFold["code"][] = [...transientFailureCodes, ...replyFailureCodes, "conflict", "stale-history", "no-rows", "accepted"];

function commonColumns(
	fold: FoldReport | FailedFold,
	range: { readonly after: Cursor | undefined; readonly through: Cursor },
): Omit<FoldColumns, "code" | "snapshot"> {
	return {
		outcome: fold.outcome,
		afterMessageId: range.after?.id ?? "",
		afterTimestamp: range.after?.timestampMs ?? 0,
		throughMessageId: range.through.id,
		throughTimestamp: range.through.timestampMs,
		messageCount: fold.messageCount,
		promptChars: fold.promptChars,
		model: fold.model.toWellFormed(),
		inputTokens: fold.usage?.inputTokens ?? null,
		outputTokens: fold.usage?.outputTokens ?? null,
		durationMs: fold.durationMs,
	};
}

function place(row: Pick<FoldRow, "flowId" | "sessionId">, column: string) {
	return { table: "session_memory_fold", column, row: `flow ${row.flowId}, session ${JSON.stringify(row.sessionId)}` };
}
