import { DrizzleQueryError } from "drizzle-orm";
import { StoreError, type StoreErrorCode } from "../store-error.ts";

/** @returns the error to throw for whatever a database call threw: one that names the server and what to do, where the cause is known. */
export function databaseError(target: string, thrown: unknown): unknown {
	if (StoreError.isInstance(thrown)) {
		return thrown.message.startsWith(target)
			? thrown
			: new StoreError(thrown.code, `${target}: ${thrown.message}`, { cause: thrown, publicMessage: thrown.publicMessage });
	}
	const cause = databaseCause(thrown);
	const [code, remedy] = known(cause) ?? [];
	if (code === undefined) return cause;
	// Only what is wrong with a value names nothing of the server.
	return new StoreError(code, `${target}: ${remedy}`, { cause, ...(code === "bad-value" && remedy !== undefined ? { publicMessage: remedy } : {}) });
}

/** The driver's own error. What Drizzle wraps it in quotes statement and values, which may be chat text. */
function databaseCause(error: unknown): unknown {
	return error instanceof DrizzleQueryError && error.cause ? databaseCause(error.cause) : error;
}

/** Whether the connection is of no use any more: it broke, or its server only reads (after a fail-over the next connection may find the new primary). */
export function isLostConnection(error: unknown): boolean {
	const code = postgresCode(error);
	return code !== undefined && (isConnectionCode(code) || code === readOnly);
}

/** Whether the transaction was given up for the sake of another one, or that one was faster with a key, and may be tried again: it then sees what is there. */
export function isRetryable(error: unknown): boolean {
	const code = postgresCode(error);
	return code === "40P01" || code === "40001" || code === "23505";
}

/** @returns the SQLSTATE of a server's error, the code of a network error, or `disconnected` where the driver has only words for it. */
export function postgresCode(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	if (StoreError.isInstance(error)) return postgresCode(error.cause);
	if ("code" in error && typeof error.code === "string") return error.code;
	if (/connection terminated|client has encountered a connection error|timeout exceeded when trying to connect|query read timeout/i.test(error.message)) {
		return "disconnected";
	}
	return postgresCode(error.cause);
}

const readOnly = "25006";
export const readOnlyRemedy =
	"the server takes no writes now: it is a standby, or set to read only. Wait for the fail-over to end, or give the primary's address.";

function known(cause: unknown): readonly [StoreErrorCode, string] | undefined {
	const code = postgresCode(cause);
	if (code === undefined) return undefined;
	const exact = remedies.get(code);
	if (exact) return exact;
	const said = cause instanceof Error && cause.message !== "" ? cause.message : code;
	if (isConnectionCode(code)) {
		return [
			"unreachable",
			`the server cannot be reached, or the connection was lost (${said}). Check that it runs and that address, port and firewall are right; if many calls wait for a connection, raise maxConnections. The next call connects anew.`,
		];
	}
	if (code.startsWith("28"))
		return ["unusable", `the server refuses the login (${said}). Check user and password in DATABASE_URL and the server's pg_hba.conf.`];
	if (code.startsWith("53")) return ["unusable", `the server is out of resources (${said}). Free disk space or memory, or allow it more connections.`];
	if (code.startsWith("XX")) return ["corrupt", `the server reports damaged data (${said}). Restore the database from a backup.`];
	return undefined;
}

const remedies: ReadonlyMap<string, readonly [StoreErrorCode, string]> = new Map([
	[readOnly, ["read-only", readOnlyRemedy]],
	["55P03", ["locked", "another write kept a session locked too long. End the program that holds it, or raise lockTimeoutMs."]],
	["57014", ["locked", "the statement took too long and was given up. Look for what keeps the server busy, or raise statementTimeoutMs."]],
	["40P01", ["locked", "writes waited for each other again and again. Try again."]],
	["40001", ["locked", "other writes came in between again and again. Try again."]],
	["3D000", ["unusable", "there is no such database. Create it (createdb), or correct its name in DATABASE_URL."]],
	[
		"42501",
		[
			"unusable",
			"this user may not do what is needed. Give it rights on the tables, and the right to create some (GRANT CREATE ON SCHEMA) for the migrations.",
		],
	],
	["42P01", ["unusable", "a table is missing: somebody dropped it, or the search path leads elsewhere. Start the host again, which creates what is missing."]],
	["54000", ["bad-value", "an id or a session name is too long for an index (about 2,700 bytes). Give a shorter one."]],
]);

/** Network errors of Node.js, and SQLSTATE classes for lost or refused connections and servers that stop or start. */
function isConnectionCode(code: string): boolean {
	return code === "disconnected" || code.startsWith("08") || /^57P0[1-5]$/.test(code) || (code.startsWith("E") && !/^E[A-Z]+_/.test(code));
}
