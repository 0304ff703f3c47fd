import { expect, test } from "vitest";
import type { MessageSource } from "../message-source.ts";
import { findViolation } from "./find-violation.fixture.ts";

/** Hides the current input also from the read that plans the batch, so the batch goes on behind it. */
function inputNeverSeen(source: MessageSource): MessageSource {
	let input: string | undefined;
	return {
		...source,
		async newest(scope, limit, options) {
			input = options?.exclude;
			return await source.newest(scope, limit, options);
		},
		after: async (scope, cursor, limit, options) => await source.after(scope, cursor, limit, input === undefined ? options : { exclude: input }),
	};
}

test("a batch that reaches past the current input is found", async () => {
	expect(await findViolation({ source: inputNeverSeen })).toMatch(/the batch is|is not before the current input/);
});
