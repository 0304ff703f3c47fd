import type { RegisterTest } from "./harness.ts";

/** Runs those of the registered cases that are wanted, one after the other. @returns the names of those that fail. */
export async function collectFailures(register: (test: RegisterTest) => void, wanted: (name: string) => boolean = () => true): Promise<readonly string[]> {
	const cases: { readonly name: string; readonly body: () => Promise<void> }[] = [];
	register((name, body) => cases.push({ name, body }));
	const failures: string[] = [];
	for (const { name, body } of cases.filter((one) => wanted(one.name))) {
		try {
			await body();
		} catch {
			failures.push(name);
		}
	}
	return failures;
}
