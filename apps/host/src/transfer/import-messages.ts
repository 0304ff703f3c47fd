import type { ImportedMessage, MessageRecord, MessageStore } from "@foldback/session-store";
import type { z } from "@hono/zod-openapi";
import { localUser } from "../access/authenticate.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { importLine, toImportedMessage } from "../wire/import-line.ts";
import { type Line, readLines } from "./lines.ts";
import type { Spool } from "./spool.ts";

/** Messages of one import at most. */
export const maxImportRows = 100_000;
const maxLineChars = 10_000_000;
const maxTotalChars = 500_000_000;
/** Rows in one transaction: other writers wait for one at most. */
const batchRows = 500;

/** How far an import is. */
export interface ImportProgress {
	readonly event: "progress";
	readonly stored: number;
	readonly total: number;
}

/**
 * Checks every line before anything is stored, and keeps them in the spool.
 * @returns the number of messages.
 * @throws a problem that names the line: nothing is stored then.
 */
export async function checkImport(body: AsyncIterable<Uint8Array>, spool: Spool): Promise<number> {
	let rows = 0;
	let chars = 0;
	for await (const line of readLines(body, { maxChars: maxLineChars, tooLong })) {
		parseLine(line);
		rows++;
		chars += line.text.length;
		if (rows > maxImportRows || chars > maxTotalChars) {
			throw refused("too-large", line.number, `An import has at most ${maxImportRows.toLocaleString("en")} messages and 500 MB. Send it in parts.`);
		}
		await spool.add(line.text);
	}
	if (rows === 0)
		throw new ProblemError("invalid-input", "The body has no line. Send one JSON object a line, as GET /api/v1/monitor/messages/export gives them.");
	return rows;
}

/** Stores what was checked, part by part, each in one transaction. @returns the number of stored messages; all of them unless the flow was deleted meanwhile. */
export async function storeImport(
	messages: Pick<MessageStore, "import">,
	session: Pick<MessageRecord, "flowId" | "userId" | "sessionId">,
	{ spool, total, onProgress }: { readonly spool: Spool; readonly total: number; readonly onProgress: (progress: ImportProgress) => void },
): Promise<number> {
	let stored = 0;
	let place: Awaited<ReturnType<MessageStore["import"]>>;
	let batch: ImportedMessage[] = [];
	const store = async () => {
		place = await messages.import(session, batch, place);
		if (!place) return false;
		stored += batch.length;
		batch = [];
		onProgress({ event: "progress", stored, total });
		return true;
	};
	for await (const line of readLines(spool.read(), { maxChars: Number.POSITIVE_INFINITY, tooLong })) {
		batch.push(toRow(parseLine(line), session.userId));
		if (batch.length >= batchRows && !(await store())) return stored;
	}
	if (batch.length > 0) await store();
	return stored;
}

/**
 * Ids are unique among all users, and one that is not kept tells that somebody has it: so a user with a key always gets new ones, and only the local user,
 * who alone is on the machine, keeps those that are free.
 */
function toRow(line: z.infer<typeof importLine>, userId: string): ImportedMessage {
	const { id, ...message } = toImportedMessage(line);
	return userId === localUser && id !== undefined ? { ...message, id } : message;
}

function parseLine({ number, text }: Line): z.infer<typeof importLine> {
	const result = importLine.safeParse(parseJson(number, text));
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const field = issue?.path.map(String).join(".") ?? "";
	throw refused("invalid-input", number, `${field === "" ? "It" : field} must be ${issue?.message ?? "another value"}.`, field);
}

function parseJson(number: number, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw refused("invalid-input", number, `It is not JSON: ${quoteValue(text)}.`);
	}
}

function tooLong(number: number): ProblemError {
	return refused("too-large", number, `It has more than ${maxLineChars.toLocaleString("en")} characters.`);
}

function refused(kind: "invalid-input" | "too-large", line: number, reason: string, field = ""): ProblemError {
	return new ProblemError(kind, `Line ${line}: ${reason} Nothing was imported; correct it and send the whole import again.`, {
		extensions: { line, ...(field === "" ? {} : { field }) },
	});
}
