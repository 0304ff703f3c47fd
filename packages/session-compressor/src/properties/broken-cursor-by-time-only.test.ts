import { expect, test } from "vitest";
import type { MessageSource } from "../message-source.ts";
import { findViolation } from "./find-violation.fixture.ts";

/** Reads on after the cursor's time, so rows that tie with it are skipped (claude-gateway#214). */
function timeOnly(source: MessageSource): MessageSource {
	return {
		...source,
		after: async (scope, cursor, limit, options) => await source.after(scope, cursor && { ...cursor, id: "\uffff" }, limit, options),
	};
}

test("a cursor that knows only times is found: rows of the same millisecond are left out", async () => {
	expect(await findViolation({ source: timeOnly })).toMatch(/nothing covers/);
});
