import { expect } from "vitest";
import type { RegisterTest } from "./harness.ts";

export interface Failure {
	readonly name: string;
	readonly error: unknown;
}

/** Runs those of the registered cases that are wanted, one after the other. @returns those that fail. */
export async function collectFailures(register: (test: RegisterTest) => void, wanted: (name: string) => boolean = () => true): Promise<readonly Failure[]> {
	const cases: { readonly name: string; readonly body: () => Promise<void> }[] = [];
	register((name, body) => cases.push({ name, body }));
	const failures: Failure[] = [];
	for (const { name, body } of cases.filter((one) => wanted(one.name))) {
		await body().catch((error: unknown) => failures.push({ name, error }));
	}
	return failures;
}

/** What an assertion of the suite said, as against a broken store that only fell over. */
export const assertionFailure: Failure = expect.objectContaining({ error: expect.objectContaining({ name: "AssertionError" }) });
