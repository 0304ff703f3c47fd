import { expect, test } from "vitest";
import { ConfigurationError } from "./errors.ts";

test("an error carries code, option and message", () => {
	const error = new ConfigurationError("out-of-range", "maxBatch", "maxBatch is 0.");
	expect(error).toBeInstanceOf(Error);
	expect(error).toMatchObject({ name: "ConfigurationError", code: "out-of-range", option: "maxBatch", message: "maxBatch is 0." });
});

test("isInstance knows errors of another copy of this package, and nothing else", () => {
	class ForeignCopy extends Error {
		readonly brand = "foldback.ConfigurationError";
	}
	expect(ConfigurationError.isInstance(new ConfigurationError("out-of-range", "maxBatch", ""))).toBe(true);
	expect(ConfigurationError.isInstance(new ForeignCopy())).toBe(true);
	expect(ConfigurationError.isInstance(new Error("ConfigurationError"))).toBe(false);
	expect(ConfigurationError.isInstance({ brand: "foldback.ConfigurationError" })).toBe(false);
	expect(ConfigurationError.isInstance(undefined)).toBe(false);
});
