import { createHash } from "node:crypto";
import type { FlowDocument } from "./flow-engine.ts";

/** @returns a hash of a request: the same for bodies that differ in nothing but the order of members and white space. */
export function fingerprint(flowId: string, body: FlowDocument): string {
	return createHash("sha256")
		.update(JSON.stringify([flowId, sorted(body)]))
		.digest("hex");
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	return Object.entries(value)
		.map(([key, member]): [string, unknown] => [key, sorted(member)])
		.sort(([left], [right]) => (left < right ? -1 : 1));
}
