const brand = "foldback.CliError";

/** What a person at the command line can put right. Shown without a stack. */
export class CliError extends Error {
	/** 2 for wrong usage, 1 for everything else. */
	readonly exitCode: 1 | 2;
	readonly brand: string = brand;

	constructor(message: string, exitCode: 1 | 2 = 2, options?: { readonly cause?: unknown }) {
		super(message, options);
		this.name = "CliError";
		this.exitCode = exitCode;
	}

	/** Works across duplicate copies of this module. */
	static isInstance(error: unknown): error is CliError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}
