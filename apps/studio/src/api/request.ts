import { apiKey, seeAnswer } from "./api-key.ts";
import { ApiProblem, type ProblemDocument } from "./api-problem.ts";

export interface RequestOptions {
	readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
	/** Sent as JSON, or as it is when it is a form with files. */
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
 * Sends JSON to the host and gives the answer unread, for streams and files.
 * @throws ApiProblem when it is not a success.
 */
export async function send(path: string, { method = "GET", body, signal, keepalive = false }: RequestOptions = {}): Promise<Response> {
	const key = apiKey();
	const response = await fetch(path, {
		method,
		keepalive,
		...bodyOf(method, body),
		headers: { ...(body instanceof FormData || (body === undefined && method !== "POST") ? {} : json), ...(key === null ? {} : { "x-api-key": key }) },
		...(signal ? { signal } : {}),
	}).catch((error: unknown) => {
		if (signal?.aborted) throw error;
		throw new ApiProblem(0, { detail: "The server cannot be reached. Check that it still runs, then try again." });
	});
	// Also who asks for what is not there was let in.
	if (response.ok || response.status === 404) seeAnswer(key, undefined);
	if (response.ok) return response;
	const problem = new ApiProblem(response.status, await readProblem(response));
	if (response.status === 401) seeAnswer(key, problem.message);
	throw problem;
}

const json = { "content-type": "application/json" };

function bodyOf(method: string, body: unknown): { readonly body?: string | FormData } {
	if (body instanceof FormData) return { body };
	return body === undefined && method !== "POST" ? {} : { body: JSON.stringify(body ?? {}) };
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
