import type { MessageSource, SessionMessage, SessionScope } from "@foldback/session-compressor";
import { createMessageLog, type MessageLog } from "@foldback/session-compressor/memory";
import type { OpenedSource } from "./harness.ts";
import { logRows, openReference } from "./model/reference.ts";

/** A source that does one thing wrong, and a part of the name of a case that must find out. */
export interface BrokenSource {
	readonly name: string;
	readonly found: string;
	open(): OpenedSource;
}

function broken(name: string, found: string, part: (source: MessageSource, log: MessageLog) => Partial<MessageSource>): BrokenSource {
	const open = () => {
		const log = createMessageLog({ now: Date.now });
		return { source: { ...log.source, ...part(log.source, log) }, rows: logRows(log) };
	};
	return { name, found, open };
}

/** Reads all rows of the session, and lets the mutant decide what is left. */
function readingAll(name: string, found: string, keep: (row: ReturnType<MessageLog["rows"]>[number], scope: SessionScope) => boolean): BrokenSource {
	return broken(name, found, (_source, log) => ({
		newest: async (scope, limit) =>
			log
				.rows(scope)
				.filter((row) => keep(row, scope))
				.slice(-limit),
	}));
}

const isText = ({ text, files = [] }: SessionMessage): boolean => text.trim() !== "" || files.length > 0;

export const brokenSources: readonly BrokenSource[] = [
	broken("newest gives the oldest", "newest gives the newest", (source) => ({
		newest: async (scope, limit, options) => await source.after(scope, undefined, limit, options),
	})),
	broken("newest comes newest first", "newest gives the newest", (source) => ({ newest: async (...call) => (await source.newest(...call)).toReversed() })),
	broken("the excluded row takes up a place", "takes up no place", (source) => ({
		newest: async (scope, limit, options) => (await source.newest(scope, limit)).filter((message) => message.id !== options?.exclude),
	})),
	broken("a limit of nothing is no limit", "newest gives the newest", (source) => ({
		newest: async (scope, limit, options) => await source.newest(scope, limit || 1_000, options),
	})),
	broken("the cursor is a time", "messages of one millisecond are read one by one", (source) => ({
		after: async (scope, cursor, limit, options) =>
			(await source.after(scope, undefined, 1_000, options)).filter((message) => !cursor || (message.timestampMs ?? 0) > cursor.timestampMs).slice(0, limit),
	})),
	broken("the cursor's own row comes again", "after gives the oldest", (source) => ({
		after: async (scope, cursor, limit, options) =>
			(await source.after(scope, undefined, 1_000, options)).filter((message) => !cursor || (message.timestampMs ?? 0) >= cursor.timestampMs).slice(0, limit),
	})),
	broken("the excluded row comes after the cursor", "takes up no place", (source) => ({
		after: async (scope, cursor, limit) => await source.after(scope, cursor, limit),
	})),
	broken("count leaves out the cursor's own row", "count counts", (source) => ({
		count: async (scope, range) => (await source.count(scope, range)) - ("through" in range ? 1 : 0),
	})),
	readingAll("error rows are read", "errors and blank rows are not there", isText),
	readingAll("blank rows are read", "errors and blank rows are not there", (row) => !row.error),
	readingAll("rows with files alone are not read", "a blank row with a file is there", (row) => !row.error && row.text.trim() !== ""),
	readingAll("contexts are not told apart", "a scope without context reads all contexts", (row) => !row.error && isText(row)),
	readingAll(
		"no context means its own context",
		"a scope without context reads all contexts",
		(row, scope) => row.contextId === scope.contextId && !row.error && isText(row),
	),
	broken("revisions are not counted", "a revision starts at 0", (source) => ({
		newest: async (...call) => (await source.newest(...call)).map((message) => ({ ...message, revision: 0 })),
	})),
	broken("the digest is that of the text before", "the digest tells every change", (source) => ({
		digest: async (_scope, through) => (source.digest ? `digest of ${through.id}` : undefined),
	})),
	broken("sessions are compared without case", "no message of one session", (source) => ({
		newest: async (scope, limit) =>
			[...(await source.newest({ ...scope, sessionId: scope.sessionId.toLowerCase() }, limit)), ...(await source.newest(scope, limit))].slice(0, limit),
	})),
	{ name: "times do not rise", found: "strictly increasing times", open: () => openReferenceAt(1_000) },
];

/** A store whose rows all get the time at which they were written, whatever is there already. */
function openReferenceAt(timestampMs: number): OpenedSource {
	const opened = openReference();
	return { ...opened, rows: { ...opened.rows, append: (scope, row) => opened.rows.append(scope, { timestampMs, ...row }) } };
}
