import { ApiProblem, type ProblemDocument } from "./api-problem.ts";

export interface RequestOptions {
	readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
	/** Sent as JSON. */
	readonly body?: unknown;
	readonly signal?: AbortSignal;
	/** The request may outlive the page. */
	readonly keepalive?: boolean;
}

/**
 * Sends JSON to the host and reads JSON; 204 gives undefined.
 * @param path from the root, with its query.
 * @throws ApiProblem
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
	const response = await send(path, options);
	const text = await response.text();
	// The host and the studio are built from one tree: the host's schema of this path is the type that the caller names.
	return (text === "" ? undefined : JSON.parse(text)) as Answer;
}

/**
 * Sends JSON to the host and gives the answer unread, for streams.
 * @throws ApiProblem when it is not a success.
 */
export async function send(path: string, { method = "GET", body, signal, keepalive = false }: RequestOptions = {}): Promise<Response> {
	const hasBody = body !== undefined || method === "POST";
	const response = await fetch(path, {
		method,
		keepalive,
		...(hasBody ? { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } } : {}),
		...(signal ? { signal } : {}),
	}).catch((error: unknown) => {
		if (signal?.aborted) throw error;
		throw new ApiProblem(0, { detail: "The server cannot be reached. Check that it still runs, then try again." });
	});
	if (!response.ok) throw new ApiProblem(response.status, await readProblem(response));
	return response;
}

async function readProblem(response: Response): Promise<ProblemDocument> {
	const answer: unknown = await response.json().catch(() => undefined);
	return typeof answer === "object" && answer !== null ? { ...answer } : {};
}

/** `{a: "x y", b: undefined}` → `?a=x+y`. */
export function query(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
	const entries = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
	return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}
