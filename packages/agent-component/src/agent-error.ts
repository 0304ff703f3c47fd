const brand = "foldback.AgentError";

/** What went wrong: `input` (a field's value), or a model, tool or loop failure of the run. */
export type AgentErrorCode =
	| "invalid-input"
	| "unknown-model"
	| "model-unauthorized"
	| "model-rate-limited"
	| "model-unavailable"
	| "model-rejected"
	| "context-overflow"
	| "content-filter"
	| "max-iterations"
	| "invalid-reply"
	| "cancelled";

export interface AgentErrorOptions {
	/** Field of the Agent node that is at fault, in its flow spelling. */
	readonly field?: string;
	readonly cause?: unknown;
}

/** Says what happened, with which value, and what to do. Holds no key, no prompt and no text of a provider; the cause may. */
export class AgentError extends Error {
	readonly code: AgentErrorCode;
	readonly field: string | undefined;
	readonly brand: string = brand;

	constructor(code: AgentErrorCode, message: string, { field, cause }: AgentErrorOptions = {}) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = "AgentError";
		this.code = code;
		this.field = field;
	}

	/** Works across duplicate copies of this package. */
	static isInstance(error: unknown): error is AgentError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}

/** @returns an error for a bad field value: `Field n_messages is -1: …`. */
export function invalidInput(field: string, value: unknown, remedy: string): AgentError {
	return new AgentError("invalid-input", `Field ${field} is ${shown(value)}: ${remedy}`, { field });
}

/** @returns a value as an error message shows it, at most 80 characters. */
export function shown(value: unknown): string {
	const text = typeof value === "string" ? JSON.stringify(value) : safeJson(value);
	return text.length <= maxShownChars ? text : `${text.slice(0, maxShownChars).toWellFormed()}…`;
}

const maxShownChars = 80;

function safeJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return String(value);
	}
}
