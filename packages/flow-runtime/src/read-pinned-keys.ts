import { ConfigurationError, checkPinnedKeys, type PinnedKey, parsePinnedKey } from "@foldback/session-compressor";
import type { NodeInputs } from "./node-inputs.ts";

/**
 * Reads a node's `pinned_keys`: one `name` or `name: description` each.
 * @throws FlowError `invalid-value` for a malformed or doubled key, or too many of them.
 */
export function readPinnedKeys(inputs: NodeInputs): readonly PinnedKey[] {
	const entries = inputs.texts("pinned_keys");
	try {
		return checkPinnedKeys(entries.map(parsePinnedKey));
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		throw inputs.refuse("pinned_keys", entries, `well-formed keys (${error.message})`);
	}
}
