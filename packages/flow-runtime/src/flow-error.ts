/** What is wrong with a flow, a request or a node; hosts answer 400 to `request` codes, 422 to the others or as they see fit. */
export type FlowErrorCode =
	/** The document is not a flow. */
	| "malformed-flow"
	| "malformed-node"
	| "malformed-edge"
	| "malformed-handle"
	| "duplicate-node"
	| "dangling-edge"
	| "cycle"
	| "unsupported-node"
	| "unsupported-output"
	| "unknown-node"
	| "unknown-field"
	| "missing-input"
	| "invalid-value"
	/** The request gives the chat input twice: as `input_value` and as a tweak. */
	| "input-conflict"
	| "no-output"
	/** A component failed while it ran; `cause` says why. */
	| "node-failed";

export interface FlowErrorDetails {
	readonly code: FlowErrorCode;
	/** What happened, with which value. */
	readonly message: string;
	/** What to do about it. */
	readonly remedy: string;
	readonly nodeId?: string;
	readonly nodeType?: string;
	readonly field?: string;
	readonly cause?: unknown;
}

const brand = Symbol.for("foldback.flow-error");

/** The only error that reading, checking and running a flow throws for what is in the flow or the request. */
export class FlowError extends Error {
	readonly code: FlowErrorCode;
	readonly remedy: string;
	readonly nodeId: string | undefined;
	readonly nodeType: string | undefined;
	readonly field: string | undefined;
	readonly [brand] = true;

	constructor(details: FlowErrorDetails) {
		super(`${details.message} ${details.remedy}`.trim(), details.cause === undefined ? undefined : { cause: details.cause });
		this.name = "FlowError";
		this.code = details.code;
		this.remedy = details.remedy;
		this.nodeId = details.nodeId;
		this.nodeType = details.nodeType;
		this.field = details.field;
	}

	/** Holds for errors of another copy of this package too. */
	static isInstance(error: unknown): error is FlowError {
		return typeof error === "object" && error !== null && brand in error;
	}
}
