/**
 * `locked`: another process held the database too long. `corrupt`: the file is damaged or no database. `too-new`: a newer host made incompatible changes.
 * `unusable`: it cannot be opened, read or written (path, rights, full disk, missing migrations). `bad-value`: a stored or given value is not what its
 * column holds. `closed`: the store was closed before. `unreachable`: no connection to the server, or it was lost. `read-only`: the server takes no writes
 * now, as during a fail-over.
 */
export type StoreErrorCode = "locked" | "corrupt" | "too-new" | "unusable" | "bad-value" | "closed" | "unreachable" | "read-only";

const brand = "foldback.StoreError";

export interface StoreErrorOptions {
	readonly cause?: unknown;
	/** What the message says, without file, server, user or table. Default: a sentence about the code. */
	readonly publicMessage?: string;
}

/** The database cannot do what was asked; the message names file or server and what to do. Expected outcomes are values, never this. */
export class StoreError extends Error {
	readonly code: StoreErrorCode;
	/** For those who use a server but do not run it: what happened and what to do, without file, server, user or table. */
	readonly publicMessage: string;
	readonly brand: string = brand;

	constructor(code: StoreErrorCode, message: string, { cause, publicMessage = publicMessages[code] }: StoreErrorOptions = {}) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = "StoreError";
		this.code = code;
		this.publicMessage = publicMessage;
	}

	/** Works across duplicate copies of this package. */
	static isInstance(error: unknown): error is StoreError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}

const publicMessages: Readonly<Record<StoreErrorCode, string>> = {
	locked: "another write kept what is needed locked too long. Try again.",
	corrupt: "it is damaged. Whoever runs the server has to restore it from a backup.",
	"too-new": "it belongs to a newer version of the server. Whoever runs the server has to start that one.",
	unusable: "it cannot be opened, read or written. Whoever runs the server finds the reason in its log.",
	"bad-value": "a value is not what its column holds. Whoever runs the server finds the place in its log.",
	closed: "the store is closed. Open it again.",
	unreachable: "it cannot be reached, or the connection was lost. Try again in a moment.",
	"read-only": "it takes no writes now. Try again in a moment.",
};
