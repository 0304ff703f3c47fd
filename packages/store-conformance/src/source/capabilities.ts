import assert from "node:assert/strict";
import type { Capabilities, OpenedSource } from "../harness.ts";
import type { Case } from "../suite.ts";

/** A capability that is there and not declared would go untested. */
export function sourceCapabilityCases({ digest = false }: Capabilities): readonly Case<OpenedSource>[] {
	return [
		{
			name: "the source is what the harness declares",
			run: async ({ source }) => {
				assert.equal(source.digest !== undefined, digest, "digest");
			},
		},
	];
}
