import { ConfigurationError } from "@foldback/session-compressor";
import { StoreError, type StoreErrorCode } from "@foldback/session-store";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Logger } from "../log.ts";
import type { HostEnvironment } from "./environment.ts";
import { ProblemError, type ProblemKind, problemDocument, problemKinds } from "./problem.ts";

/** Turns every error into a problem document. What nobody expected is logged by name, and the client learns only its request id. */
export function createErrorHandler(log: Logger) {
	return (error: Error, context: Context<HostEnvironment>): Response => {
		const problem = toProblem(error);
		const requestId = context.get("requestId") ?? crypto.randomUUID();
		if (problem.kind === "database-unavailable" || problem.kind === "database-failed" || problemKinds[problem.kind][0] === 500)
			log.error("request-failed", { requestId, method: context.req.method, ...describeError(problem.cause ?? error) });
		return problemResponse(problem, requestId);
	};
}

/** @returns the answer for a problem. */
export function problemResponse(problem: ProblemError, requestId: string): Response {
	const [status] = problemKinds[problem.kind];
	return new Response(JSON.stringify(problemDocument(problem, requestId)), {
		status,
		headers: { "content-type": "application/problem+json", "x-request-id": requestId, ...problem.headers },
	});
}

/** @returns the error itself when it is a problem, the matching problem for what the framework throws, and `internal-error` for the rest. */
export function toProblem(error: Error): ProblemError {
	if (ProblemError.isInstance(error)) return error;
	// A value that only the compressor can judge, such as the name of a pinned key.
	if (ConfigurationError.isInstance(error)) return new ProblemError("invalid-input", error.message, { cause: error });
	if (StoreError.isInstance(error) && passing.has(error.code)) return unavailable(error);
	if (StoreError.isInstance(error)) return databaseFailed(error);
	if (error instanceof HTTPException) return new ProblemError(kindOfStatus(error.status), frameworkDetails[error.status] ?? error.message, { cause: error });
	return new ProblemError(
		"internal-error",
		"The server failed while it served this request. Nothing you sent is known to be wrong; the server's log has the request id.",
		{
			cause: error,
		},
	);
}

/** The client learns what is wrong and what to do; file, server and user of the database are for the log. */
function databaseFailed(error: StoreError): ProblemError {
	return new ProblemError("database-failed", `The database failed: ${error.publicMessage}`, { cause: error, extensions: { code: error.code } });
}

/**
 * Where an error comes from, for the log: name, code and place, never its message, which may quote chat text or a provider's answer; only of the
 * database's own errors, which name the file and what to do.
 */
export function describeError(error: unknown): { readonly error: string; readonly code?: string; readonly at?: string; readonly detail?: string } {
	if (!(error instanceof Error)) return { error: typeof error };
	if (StoreError.isInstance(error)) return { error: error.name, code: error.code, detail: error.message };
	const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
	const at = error.stack
		?.split("\n")
		.find((line) => line.startsWith("    at "))
		?.trim();
	return { error: error.name, ...(code === undefined ? {} : { code }), ...(at === undefined ? {} : { at }) };
}

/** What ends by itself: the database restarts or fails over. */
const passing: ReadonlySet<StoreErrorCode> = new Set(["unreachable", "read-only"]);

/** The client learns no address; the log has the code. */
function unavailable(error: StoreError): ProblemError {
	const detail = "The database cannot do this now: it cannot be reached, or takes no writes. Try again in a moment; the server needs no restart.";
	return new ProblemError("database-unavailable", detail, { cause: error, headers: { "retry-after": "1" } });
}

const frameworkDetails: Readonly<Record<number, string>> = {
	400: "The body is not valid JSON. Send one JSON value, in UTF-8.",
	415: "The body has no content type or another one than application/json. Send it with the header `content-type: application/json`.",
};

function kindOfStatus(status: number): ProblemKind {
	if (status === 400) return "malformed-json";
	if (status === 413) return "too-large";
	if (status === 415) return "unsupported-media-type";
	return status >= 500 ? "internal-error" : "bad-request";
}
