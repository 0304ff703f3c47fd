/**
 * `locked`: another process held the database too long. `corrupt`: the file is damaged or no database. `too-new`: a newer host made incompatible changes.
 * `unusable`: it cannot be opened, read or written (path, rights, full disk, missing migrations). `bad-value`: a stored or given value is not what its
 * column holds. `closed`: the store was closed before. `unreachable`: no connection to the server, or it was lost. `read-only`: the server takes no writes
 * now, as during a fail-over.
 */
export type StoreErrorCode = "locked" | "corrupt" | "too-new" | "unusable" | "bad-value" | "closed" | "unreachable" | "read-only";

const brand = "foldback.StoreError";

/** The database cannot do what was asked; the message names file or server and what to do. Expected outcomes are values, never this. */
export class StoreError extends Error {
	readonly code: StoreErrorCode;
	readonly brand: string = brand;

	constructor(code: StoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
		super(message, options);
		this.name = "StoreError";
		this.code = code;
	}

	/** Works across duplicate copies of this package. */
	static isInstance(error: unknown): error is StoreError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}
