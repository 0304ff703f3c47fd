import type { Attributes } from "@opentelemetry/api";
import type { Instruments } from "./instruments.ts";

/** Adds the tokens of a call that the provider counted; parts that it did not count are left out. */
export function recordTokens(
	{ modelTokens }: Instruments,
	usage: { readonly inputTokens?: number; readonly outputTokens?: number } | undefined,
	labels: Attributes,
): void {
	if (usage?.inputTokens !== undefined) modelTokens.record(usage.inputTokens, { ...labels, "gen_ai.token.type": "input" });
	if (usage?.outputTokens !== undefined) modelTokens.record(usage.outputTokens, { ...labels, "gen_ai.token.type": "output" });
}
