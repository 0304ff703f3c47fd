const brand = "foldback.ConfigurationError";

/** What is wrong with a configured value. */
export type ConfigurationErrorCode = "not-an-integer" | "out-of-range" | "unknown-value" | "malformed-key" | "duplicate-key" | "too-many-keys";

/** A configured value that cannot be used. The message names the option, the value and what is allowed. */
export class ConfigurationError extends Error {
	readonly code: ConfigurationErrorCode;
	/** Name of the option, such as `maxBatch` or `pinnedKeys`. */
	readonly option: string;
	readonly brand: string = brand;

	constructor(code: ConfigurationErrorCode, option: string, message: string) {
		super(message);
		this.name = "ConfigurationError";
		this.code = code;
		this.option = option;
	}

	/** Works across duplicate copies of this package. */
	static isInstance(error: unknown): error is ConfigurationError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}
