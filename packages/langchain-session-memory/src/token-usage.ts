import type { TokenUsage } from "@foldback/session-compressor";
import type { BaseMessage } from "@langchain/core/messages";

/** @returns the tokens that a model's message reports, or undefined when it reports none. */
export function readTokenUsage(message: BaseMessage): TokenUsage | undefined {
	// Read as unknown: LangChain 1.4 types this field as undefined.
	const usage: unknown = Reflect.get(message, "usage_metadata");
	const inputTokens = numberIn(usage, "input_tokens");
	const outputTokens = numberIn(usage, "output_tokens");
	if (inputTokens === undefined && outputTokens === undefined) return undefined;
	return { ...(inputTokens === undefined ? {} : { inputTokens }), ...(outputTokens === undefined ? {} : { outputTokens }) };
}

function numberIn(record: unknown, key: string): number | undefined {
	const value: unknown = typeof record === "object" && record !== null ? Reflect.get(record, key) : undefined;
	return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
