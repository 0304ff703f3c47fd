const brand = "foldback.ReplayError";

/** Something the caller of the replay can put right: a bad option, a bad line, a host that does not answer. Shown without a stack. */
export class ReplayError extends Error {
	readonly brand: string = brand;

	constructor(message: string, options?: { readonly cause?: unknown }) {
		super(message, options);
		this.name = "ReplayError";
	}

	/** Works across duplicate copies of this package. */
	static isInstance(error: unknown): error is ReplayError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}
