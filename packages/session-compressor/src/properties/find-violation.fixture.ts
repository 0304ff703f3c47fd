import fc from "fast-check";
import { interleavings } from "./actions.fixture.ts";
import { Violation } from "./checker.fixture.ts";
import { type Parts, play } from "./play.fixture.ts";

/** Plays random interleavings on a broken system until the checker finds it out. @returns what it found, undefined when nothing. */
export async function findViolation(parts: Parts): Promise<string | undefined> {
	const property = fc.asyncProperty(interleavings, async (actions) => await play(actions, parts));
	const { failed, errorInstance } = await fc.check(property, { numRuns: 1_500, seed: 22, endOnFailure: true });
	if (!failed) return undefined;
	if (errorInstance instanceof Violation) return errorInstance.message;
	throw errorInstance;
}
