/** What the host answers instead of what was asked for: an RFC 9457 document. */
export interface ProblemDocument {
	/** A URI whose end names the kind, e.g. `…/conflict`. */
	readonly type?: string;
	readonly title?: string;
	/** What happened and what to do, in words for people. */
	readonly detail?: string;
	/** Further members, such as `node_id` or `revision`. */
	readonly [member: string]: unknown;
}

/** A request that the host refused (`status` is its HTTP status), or that never reached it (`status` 0). Its message is for people. */
export class ApiProblem extends Error {
	readonly status: number;
	readonly document: ProblemDocument;

	constructor(status: number, document: ProblemDocument) {
		super(document.detail ?? document.title ?? `The server answered ${status}.`);
		this.name = "ApiProblem";
		this.status = status;
		this.document = document;
	}
}

/** The words for people in whatever was thrown. */
export function problemText(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
