import type { SessionMessage } from "@foldback/session-compressor";
import { isEligible } from "./eligible.ts";
import { readJsonArray, readJsonObject, readStrings } from "./json-column.ts";
import type { MessageRecord } from "./records.ts";
import type { MessagePatch, NewMessage } from "./session-store.ts";
import { StoreError } from "./store-error.ts";

/** A row of table `message`, the same in every dialect. */
export interface MessageRow {
	readonly id: string;
	readonly flowId: string;
	readonly userId: string;
	readonly sessionId: string;
	readonly contextId: string;
	/** Epoch milliseconds. */
	readonly timestamp: number;
	readonly revision: number;
	readonly eligible: boolean;
	readonly sender: string;
	readonly senderName: string;
	readonly text: string;
	/** JSON array of strings. */
	readonly files: string;
	readonly error: boolean;
	readonly edit: boolean;
	readonly category: string;
	/** JSON object. */
	readonly properties: string;
	/** JSON array. */
	readonly contentBlocks: string;
	readonly durationMs: number | null;
}

/** The columns that a read for a model needs. */
export type SessionMessageRow = Pick<MessageRow, "id" | "revision" | "timestamp" | "sender" | "senderName" | "text" | "files">;

/** Largest time of an imported row: the last one a Date can show, which leaves room for the times after it. */
const maxTimestampMs = 8.64e15;

/** @returns a time after every row of the session: `max(now, newest + 1)`. */
export function nextTimestamp(nowMs: number, newestMs: number | undefined): number {
	return newestMs === undefined ? nowMs : Math.max(nowMs, newestMs + 1);
}

/** @throws StoreError `bad-value` for a time that no row can have. */
export function checkedTimestamp(timestampMs: number): number {
	if (Number.isSafeInteger(timestampMs) && timestampMs >= 0 && timestampMs <= maxTimestampMs) return timestampMs;
	const publicMessage = `The message time ${timestampMs} is not a whole number of epoch milliseconds from 0 to ${maxTimestampMs}. Correct the import.`;
	throw new StoreError("bad-value", publicMessage, { publicMessage });
}

/** The row of a new message. Lone surrogates become U+FFFD, as the database would store them. */
export function newMessageRow(message: NewMessage, given: { readonly id: string; readonly sessionId: string; readonly timestampMs: number }): MessageRow {
	const files = message.files ?? [];
	const error = message.error ?? false;
	return {
		id: given.id.toWellFormed(),
		flowId: message.flowId,
		userId: message.userId,
		sessionId: given.sessionId.toWellFormed(),
		contextId: (message.contextId ?? "").toWellFormed(),
		timestamp: given.timestampMs,
		revision: 0,
		eligible: isEligible({ text: message.text, files, error }),
		sender: message.sender,
		senderName: (message.senderName ?? defaultSenderName(message.sender)).toWellFormed(),
		text: message.text.toWellFormed(),
		files: JSON.stringify(files),
		error,
		edit: false,
		category: message.category ?? (error ? "error" : "message"),
		properties: JSON.stringify(message.properties ?? {}),
		contentBlocks: JSON.stringify(message.contentBlocks ?? []),
		durationMs: message.durationMs ?? null,
	};
}

/** @returns the row after a change by a person (next revision, `edit`), or undefined when the patch changes nothing. */
export function patchedMessageRow(row: MessageRow, patch: MessagePatch): MessageRow | undefined {
	const changed = {
		...row,
		text: patch.text?.toWellFormed() ?? row.text,
		senderName: patch.senderName?.toWellFormed() ?? row.senderName,
		files: patch.files ? JSON.stringify(patch.files) : row.files,
		error: patch.error ?? row.error,
		category: patch.category ?? row.category,
		contextId: patch.contextId?.toWellFormed() ?? row.contextId,
		properties: patch.properties ? JSON.stringify(patch.properties) : row.properties,
		contentBlocks: patch.contentBlocks ? JSON.stringify(patch.contentBlocks) : row.contentBlocks,
	};
	const same = patchable.every((column) => changed[column] === row[column]);
	if (same) return undefined;
	const eligible = isEligible({ text: changed.text, files: filesOf(changed), error: changed.error });
	return { ...changed, eligible, edit: true, revision: row.revision + 1 };
}

/** @throws StoreError `bad-value` when a JSON column does not hold what it should. */
export function toMessageRecord(row: MessageRow): MessageRecord {
	const { timestamp, eligible: _, sender, category, ...same } = row;
	return {
		...same,
		timestampMs: timestamp,
		sender: sender === "User" ? "User" : "Machine",
		category: categories.find((known) => known === category) ?? "message",
		files: filesOf(row),
		properties: readJsonObject(row.properties, place(row, "properties")),
		contentBlocks: readJsonArray(row.contentBlocks, place(row, "content_blocks")),
	};
}

/** An eligible row as the compressor reads it. */
export function toSessionMessage(row: SessionMessageRow): SessionMessage {
	const files = filesOf(row);
	return {
		id: row.id,
		revision: row.revision,
		timestampMs: row.timestamp,
		role: row.sender === "User" ? "user" : "assistant",
		text: row.text,
		senderName: row.senderName,
		...(files.length === 0 ? {} : { files }),
	};
}

const categories: readonly MessageRecord["category"][] = ["message", "error", "warning", "info"];
const patchable = ["text", "senderName", "files", "error", "category", "contextId", "properties", "contentBlocks"] as const;

function defaultSenderName(sender: MessageRecord["sender"]): string {
	return sender === "User" ? "User" : "AI";
}

function filesOf(row: Pick<MessageRow, "id" | "files">): readonly string[] {
	return row.files === "[]" ? [] : readStrings(row.files, place(row, "files"));
}

function place(row: Pick<MessageRow, "id">, column: string) {
	return { table: "message", column, row: `message ${row.id}` };
}
