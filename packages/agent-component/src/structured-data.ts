import { type Data, extractData, fitTo } from "./extract-data.ts";
import { jsonIn } from "./json-in.ts";
import { objectSchema } from "./output-schema.ts";
import { recordCall, type Turn } from "./turn.ts";

const maxAttempts = 2;

/**
 * The answer as data. Without a schema: the JSON in it, else `{content: text}`. With one: the JSON in it when that fits, else what the model extracts from
 * input and answer when asked to. Several objects become `{results: [...]}`.
 * @throws {AgentError} `invalid-reply` when nothing fits the schema.
 */
export async function structuredData(turn: Turn, text: string): Promise<Data> {
	const found = jsonIn(text);
	const { outputSchema, handleParsingErrors, formatInstructions, input } = turn.inputs;
	if (outputSchema.length === 0) return asData(found) ?? { content: text };
	const schema = objectSchema(outputSchema);
	const fitting = fitTo(schema, found);
	if (fitting.success) return fitting.data;
	const { signal, now } = turn.context;
	return extractData({
		resolved: turn.resolved,
		schema,
		instructions: formatInstructions,
		field: "format_instructions",
		text: `Input:\n${input.text}\n\nAnswer:\n${text}`,
		attempts: handleParsingErrors ? maxAttempts : 1,
		signal,
		now,
		onCall: (call, usage) => recordCall(turn, call, usage, false),
	});
}

function asData(value: unknown): Data | undefined {
	if (Array.isArray(value)) return { results: value };
	return typeof value === "object" && value !== null ? { ...value } : undefined;
}
