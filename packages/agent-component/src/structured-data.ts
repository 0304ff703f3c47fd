import { readTokenUsage } from "@foldback/langchain-session-memory/summarizer";
import type { BaseMessageLike } from "@langchain/core/messages";
import { z } from "zod";
import { AgentError } from "./agent-error.ts";
import { jsonIn } from "./json-in.ts";
import { modelError } from "./model-error.ts";
import { objectSchema } from "./output-schema.ts";
import { recordCall, type Turn } from "./turn.ts";

type Data = Readonly<Record<string, unknown>>;

const toolName = "structured_response";
const maxAttempts = 2;

/**
 * The answer as data. Without a schema: the JSON in it, else `{content: text}`. With one: the JSON in it when that fits, else what the model extracts from
 * input and answer when asked to. Several objects become `{results: [...]}`.
 * @throws {AgentError} `invalid-reply` when nothing fits the schema.
 */
export async function structuredData(turn: Turn, text: string): Promise<Data> {
	const found = jsonIn(text);
	const { outputSchema, handleParsingErrors } = turn.inputs;
	if (outputSchema.length === 0) return asData(found) ?? { content: text };
	const schema = objectSchema(outputSchema);
	const fitting = fitTo(schema, found);
	if (fitting.success) return fitting.data;
	let problem = "";
	for (let attempt = 1; attempt <= (handleParsingErrors ? maxAttempts : 1); attempt += 1) {
		const read = fitTo(schema, await extract(turn, schema, text, problem));
		if (read.success) return read.data;
		problem = read.problem;
	}
	throw new AgentError(
		"invalid-reply",
		`The model gave no structured response that fits the output schema: ${problem}. Check output_schema, or use a model that supports tools.`,
		{
			field: "output_schema",
		},
	);
}

type Fit = { readonly success: true; readonly data: Data } | { readonly success: false; readonly problem: string };

/** Only paths and kinds of a mismatch are told, never the reply's text. */
function fitTo(schema: z.ZodType<Data>, value: unknown): Fit {
	const parsed =
		Array.isArray(value) && value.length > 0
			? z
					.array(schema)
					.transform((results): Data => ({ results }))
					.safeParse(value)
			: schema.safeParse(value);
	if (parsed.success) return { success: true, data: parsed.data };
	return { success: false, problem: parsed.error.issues.map(({ path, code }) => `${path.length === 0 ? "the reply" : path.join(".")} (${code})`).join(", ") };
}

function asData(value: unknown): Data | undefined {
	if (Array.isArray(value)) return { results: value };
	return typeof value === "object" && value !== null ? { ...value } : undefined;
}

async function extract(turn: Turn, schema: z.ZodType, text: string, problem: string): Promise<unknown> {
	const { context, resolved } = turn;
	const definition = {
		type: "function" as const,
		function: { name: toolName, description: "Gives the structured response.", parameters: z.toJSONSchema(schema) },
	};
	const model = resolved.model.bindTools?.([definition], { tool_choice: toolName }) ?? resolved.model;
	const messages = extractionMessages(turn, text, problem);
	const startMs = context.now();
	try {
		const reply = await model.invoke([...messages], { signal: context.signal, callbacks: [], metadata: {}, tags: ["nostream"] });
		recordCall(turn, { messageCount: messages.length, durationMs: context.now() - startMs }, readTokenUsage(reply), false);
		const call = reply.tool_calls?.find(({ name }) => name === toolName);
		return call?.args ?? jsonIn(reply.text);
	} catch (error) {
		throw context.signal.aborted ? new AgentError("cancelled", "The run was cancelled.", { cause: error }) : modelError(error, resolved.name);
	}
}

function extractionMessages({ inputs }: Turn, text: string, problem: string): readonly BaseMessageLike[] {
	const retry = problem === "" ? "" : `\n\nThe last attempt did not fit: ${problem}.`;
	return [
		["system", `${inputs.formatInstructions}\n\nCall ${toolName} with the data, or reply with the JSON object alone.${retry}`],
		["human", `Input:\n${inputs.input.text}\n\nAnswer:\n${text}`],
	];
}
