import type { FoldFailureCode, TokenUsage } from "./fold-journal.ts";
import type { SessionMessage } from "./message.ts";
import type { KnownKey } from "./state.ts";

/** One fold as put to a summary model. `system` and `user` are ready to send; the other fields tell what they were made from. */
export interface FoldRequest {
	readonly system: string;
	readonly user: string;
	/** The batch, cut and redacted as it stands in `user`. */
	readonly messages: readonly SessionMessage[];
	/** The summary so far, `''` at the first fold. */
	readonly summary: string;
	/** Keys asked for, with their folded values so far. */
	readonly keys: readonly (KnownKey & { readonly value?: string })[];
}

/** A summary model's reply, unparsed. */
export interface FoldReply {
	readonly text: string;
	/** Provider's finish reason, such as `stop` or `length`; absent when unknown. */
	readonly finishReason?: string;
	readonly usage?: TokenUsage;
	/** Name of the model that answered. */
	readonly model: string;
}

/**
 * Asks a summary model: one call, no streaming, no tools, few retries, no response schema. Rejects with a `SummarizerError` when it knows why
 * the call failed; any other rejection counts as `network`. Must stop when `signal` aborts.
 */
export type Summarizer = (request: FoldRequest, options: { readonly signal: AbortSignal }) => Promise<FoldReply>;

const brand = "foldback.SummarizerError";

/** Why a summary call failed, as a code. The cause is never logged or stored: providers quote the prompt. */
export class SummarizerError extends Error {
	readonly code: FoldFailureCode;
	readonly brand: string = brand;

	constructor(code: FoldFailureCode, message: string, options?: { readonly cause?: unknown }) {
		super(message, options);
		this.name = "SummarizerError";
		this.code = code;
	}

	/** Works across duplicate copies of this package. */
	static isInstance(error: unknown): error is SummarizerError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}
