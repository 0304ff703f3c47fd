/** Every kind of problem that the host answers with: its status and title. The kind is the end of the problem's `type`. */
export const problemKinds = {
	"malformed-json": [400, "The body is not JSON"],
	"bad-request": [400, "The request cannot be served as it is"],
	"bad-flow": [400, "The flow cannot run as it is"],
	"no-access": [401, "An API key is needed"],
	"foreign-host": [403, "Request for another host"],
	"foreign-origin": [403, "Request from another site"],
	"operators-only": [403, "For whoever runs the server"],
	"not-found": [404, "Not found"],
	conflict: [409, "Somebody else was faster"],
	gone: [410, "It was deleted"],
	"too-large": [413, "The body is too large"],
	"unsupported-media-type": [415, "The body must be JSON"],
	"invalid-input": [422, "A value is not allowed"],
	"rate-limited": [429, "Too soon"],
	cancelled: [499, "The client went away"],
	"internal-error": [500, "Something went wrong in the server"],
	"node-failed": [500, "A component of the flow failed"],
	"model-failed": [502, "The model failed"],
	"database-failed": [503, "The database cannot be used"],
	"not-ready": [503, "The server cannot serve now"],
	"shutting-down": [503, "The server is shutting down"],
	"database-unavailable": [503, "The database is not available"],
} as const;

export type ProblemKind = keyof typeof problemKinds;

export interface ProblemOptions {
	/** Members of the document beside the standard ones. Never secrets. */
	readonly extensions?: Readonly<Record<string, unknown>>;
	readonly headers?: Readonly<Record<string, string>>;
	readonly cause?: unknown;
}

const brand = "foldback.ProblemError";

/** An expected failure on its way to the client. `message` is the problem's `detail`: what happened, with which value, and what to do. */
export class ProblemError extends Error {
	readonly kind: ProblemKind;
	readonly extensions: Readonly<Record<string, unknown>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly brand: string = brand;

	constructor(kind: ProblemKind, detail: string, options: ProblemOptions = {}) {
		super(detail, { cause: options.cause });
		this.name = "ProblemError";
		this.kind = kind;
		this.extensions = options.extensions ?? {};
		this.headers = options.headers ?? {};
	}

	/** Works across duplicate copies of this module. */
	static isInstance(error: unknown): error is ProblemError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}

/** An RFC 9457 problem document. */
export interface ProblemDocument {
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	/** Names the request: the same id as in the `x-request-id` header and in the log. */
	readonly instance: string;
	readonly [extension: string]: unknown;
}

/** @returns the document of an error for the request with this id. */
export function problemDocument(error: ProblemError, requestId: string): ProblemDocument {
	const [status, title] = problemKinds[error.kind];
	return { ...error.extensions, type: `urn:foldback:problem:${error.kind}`, title, status, detail: error.message, instance: `urn:uuid:${requestId}` };
}

/** A value as it may stand in a problem's detail: short, on one line, and without what it says when its name sounds secret. */
export function quoteValue(value: unknown, name = ""): string {
	if (soundsSecret(name)) return "(hidden)";
	if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
	const text = JSON.stringify(value) ?? "nothing";
	return text.length > 80 ? `${Array.from(text).slice(0, 77).join("")}…` : text;
}

const secretNames =
	/(apikey|secretkey|accesskey|privatekey|authkey|secret|passw(or)?d|passphrase|credentials?|authorization|cookies?|jwt|(access|auth|bearer|refresh|api|session|csrf|xsrf|security|id|bot|personal)token)$|^(x?auth|x?token|pat|dsn|connectionstring)$/;

/** True for names of fields that usually hold a secret, such as `api_key`, `clientSecret` or `Set-Cookie`. */
export function soundsSecret(name: string): boolean {
	const plain = name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();
	return secretNames.test(plain);
}
