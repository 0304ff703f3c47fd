import { readTokenUsage } from "@foldback/langchain-session-memory/summarizer";
import type { TokenUsage } from "@foldback/session-compressor";
import { z } from "zod";
import type { SentInstructions } from "./agent-context.ts";
import { AgentError, type AgentErrorCode } from "./agent-error.ts";
import { jsonIn } from "./json-in.ts";
import { callError } from "./model-error.ts";
import type { ResolvedModel } from "./resolve-model.ts";

export type Data = Readonly<Record<string, unknown>>;

/** A text out of which a model is to read data. */
export interface Extraction {
	readonly resolved: ResolvedModel;
	readonly schema: z.ZodType<Data>;
	readonly instructions: string;
	/** The node's input that the instructions are in. */
	readonly field: string;
	readonly text: string;
	/** Calls of the model at most; each after the first is told what did not fit. */
	readonly attempts: number;
	readonly signal: AbortSignal;
	/** Epoch milliseconds. */
	readonly now: () => number;
	readonly onCall: (
		call: { readonly messageCount: number; readonly durationMs: number; readonly instructions: SentInstructions; readonly error?: AgentErrorCode },
		usage: TokenUsage | undefined,
	) => void;
}

export type Fit = { readonly success: true; readonly data: Data } | { readonly success: false; readonly problem: string };

const toolName = "structured_response";

/**
 * Has a model read data out of a text. Several objects become `{results: [...]}`.
 * @throws {AgentError} `invalid-reply` when nothing fits the schema.
 */
export async function extractData(extraction: Extraction): Promise<Data> {
	let problem = "";
	for (let attempt = 1; attempt <= extraction.attempts; attempt += 1) {
		const read = fitTo(extraction.schema, await ask(extraction, problem));
		if (read.success) return read.data;
		problem = read.problem;
	}
	throw new AgentError(
		"invalid-reply",
		`The model gave no structured response that fits the output schema: ${problem}. Check output_schema, or use a model that supports tools.`,
		{ field: "output_schema" },
	);
}

/** Only paths and kinds of a mismatch are told, never the reply's text. */
export function fitTo(schema: z.ZodType<Data>, value: unknown): Fit {
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

async function ask({ resolved, schema, instructions, field, text, signal, now, onCall }: Extraction, problem: string): Promise<unknown> {
	const definition = {
		type: "function" as const,
		function: { name: toolName, description: "Gives the structured response.", parameters: z.toJSONSchema(schema) },
	};
	const model = resolved.model.bindTools?.([definition], { tool_choice: toolName }) ?? resolved.model;
	const retry = problem === "" ? "" : `\n\nThe last attempt did not fit: ${problem}.`;
	const system = `${instructions}\n\nCall ${toolName} with the data, or reply with the JSON object alone.${retry}`;
	const sent = { messageCount: 2, instructions: { field, text: system, chars: system.length } };
	const startMs = now();
	try {
		const reply = await model.invoke(
			[
				["system", system],
				["human", text],
			],
			{ signal, callbacks: [], metadata: {}, tags: ["nostream"] },
		);
		onCall({ ...sent, durationMs: now() - startMs }, readTokenUsage(reply));
		const call = reply.tool_calls?.find(({ name }) => name === toolName);
		return call?.args ?? jsonIn(reply.text);
	} catch (error) {
		const failure = callError(error, resolved.name, signal);
		onCall({ ...sent, durationMs: now() - startMs, error: failure.code }, undefined);
		throw failure;
	}
}
