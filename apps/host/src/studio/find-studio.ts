import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** @returns the folder of the built studio, or undefined when it is not installed or not built. */
export function findStudio(): string | undefined {
	try {
		const page = fileURLToPath(import.meta.resolve("@foldback/studio/index.html"));
		return existsSync(page) ? dirname(page) : undefined;
	} catch {
		return undefined;
	}
}
