import { ConfigurationError, checkPinnedKeys, type PinnedKey, parsePinnedKey } from "@foldback/session-compressor";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { z } from "zod";
import type { ModelChoice } from "./agent-context.ts";
import { AgentError, invalidInput } from "./agent-error.ts";
import { agentFields } from "./agent-fields.ts";
import { isChatModel } from "./is-chat-model.ts";
import { type OutputField, parseOutputSchema } from "./output-schema.ts";
import { parseModelChoice } from "./parse-model-choice.ts";
import { camelCase, toBoolean, toText } from "./read-value.ts";

/** What the user says, and the row that holds it when it is stored. */
export interface AgentInput {
	readonly text: string;
	/** Names or paths of attached files. */
	readonly files: readonly string[];
	/** Id of the stored row; absent for text that came from another component. */
	readonly messageId?: string;
	/** Revision of that row. Default 0: it has just been stored. */
	readonly revision?: number;
}

/** A model chosen by name, or one that another component made. */
export type AgentModel = { readonly choice: ModelChoice } | { readonly connected: BaseChatModel };

/** The Agent node's values, checked. */
export interface AgentInputs {
	readonly model: AgentModel;
	readonly systemPrompt: string;
	readonly contextId: string;
	/** Messages of history; 0 for none. */
	readonly nMessages: number;
	readonly summarizeOlderMessages: boolean;
	readonly pinnedKeys: readonly PinnedKey[];
	/** Absent: the Agent's own model folds. */
	readonly summaryModel?: AgentModel;
	/** Tokens of one reply at most; absent for no limit. */
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly formatInstructions: string;
	readonly outputSchema: readonly OutputField[];
	readonly tools: readonly StructuredToolInterface[];
	readonly input: AgentInput;
	readonly handleParsingErrors: boolean;
	/** Model calls of one turn at most. */
	readonly maxIterations: number;
	readonly stream: boolean;
	readonly addCurrentDateTool: boolean;
	readonly addCalculatorTool: boolean;
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * Checks a node's values. Both spellings of every field are accepted (`n_messages`, `nMessages`; the flow spelling wins), absent ones have their default,
 * and numbers and booleans may be written as text, as tweaks do.
 * @throws {AgentError} `invalid-input`, naming field, value and remedy.
 */
export function parseAgentInputs(raw: Raw): AgentInputs {
	const model = readModel(raw, "model");
	const summaryModel = readSummaryModel(raw, model);
	const maxTokens = readOptionalNumber(raw, "max_tokens", (value) => Number.isInteger(value) && value >= 1, "it must be a whole number from 1, or empty.");
	const temperature = readOptionalNumber(raw, "temperature", (value) => value >= 0 && value <= 2, "it must be a number from 0 to 2, or empty.");
	return {
		model,
		systemPrompt: readText(raw, "system_prompt"),
		contextId: readText(raw, "context_id"),
		nMessages: readInteger(raw, "n_messages", 0, 100_000, "it must be a whole number from 0 (no history) to 100,000."),
		summarizeOlderMessages: readSwitch(raw, "summarize_older_messages"),
		pinnedKeys: readPinnedKeys(pick(raw, "pinned_keys")),
		...(summaryModel === undefined ? {} : { summaryModel }),
		...(maxTokens === undefined ? {} : { maxTokens }),
		...(temperature === undefined ? {} : { temperature }),
		formatInstructions: readText(raw, "format_instructions"),
		outputSchema: parseOutputSchema(pick(raw, "output_schema")),
		tools: readTools(pick(raw, "tools")),
		input: readInput(pick(raw, "input_value")),
		handleParsingErrors: readSwitch(raw, "handle_parsing_errors"),
		maxIterations: readInteger(raw, "max_iterations", 1, 1000, "it must be a whole number from 1 to 1,000."),
		stream: readSwitch(raw, "stream"),
		addCurrentDateTool: readSwitch(raw, "add_current_date_tool"),
		addCalculatorTool: readSwitch(raw, "add_calculator_tool"),
	};
}

const defaults = new Map<string, unknown>(agentFields.map(({ name, value }) => [name, value]));

/** The value in either spelling, else the field's default. Null counts as absent. */
function pick(raw: Raw, name: string): unknown {
	return own(raw, name) ?? own(raw, camelCase(name)) ?? defaults.get(name);
}

function own(raw: Raw, key: string): unknown {
	return Object.hasOwn(raw, key) ? raw[key] : undefined;
}

function readModel(raw: Raw, field: "model"): AgentModel {
	const value = pick(raw, field);
	const older = pick(raw, "agent_llm");
	for (const candidate of [value, older]) if (isChatModel(candidate)) return { connected: candidate };
	const baseUrl = pick(raw, "base_url") ?? pick(raw, "openai_api_base");
	return { choice: parseModelChoice({ model: value, agentLlm: older, modelName: pick(raw, "model_name"), apiKey: pick(raw, "api_key"), baseUrl }) };
}

/** The flow's key and endpoint go along only when the summary model has the Agent's provider. */
function readSummaryModel(raw: Raw, agent: AgentModel): AgentModel | undefined {
	const value = pick(raw, "summary_model");
	if (isChatModel(value)) return { connected: value };
	const choice = parseModelChoice({ model: value }, "summary_model");
	if (choice.name === "") return undefined;
	if (!("choice" in agent) || (choice.provider !== "" && choice.provider.toLowerCase() !== agent.choice.provider.toLowerCase())) return { choice };
	return { choice: { ...agent.choice, name: choice.name, provider: choice.provider === "" ? agent.choice.provider : choice.provider } };
}

function readText(raw: Raw, field: string): string {
	const value = pick(raw, field);
	const text = toText(value);
	if (text === undefined) throw invalidInput(field, value, "it must be text or a message.");
	return text;
}

function readSwitch(raw: Raw, field: string): boolean {
	const value = pick(raw, field);
	const isOn = toBoolean(value);
	if (isOn === undefined) throw invalidInput(field, value, "it must be true or false.");
	return isOn;
}

/** @returns the number, which may be written as text, or undefined when it is none. */
function toNumber(value: unknown): number | undefined {
	const number = typeof value === "string" && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function readInteger(raw: Raw, field: string, min: number, max: number, remedy: string): number {
	const value = pick(raw, field);
	const number = toNumber(value === "" ? defaults.get(field) : value);
	if (number === undefined || !Number.isInteger(number) || number < min || number > max) throw invalidInput(field, value, remedy);
	return number;
}

function readOptionalNumber(raw: Raw, field: string, fits: (value: number) => boolean, remedy: string): number | undefined {
	const value = pick(raw, field);
	if (value === undefined || value === "" || (field === "max_tokens" && Number(value) === 0)) return undefined;
	const number = toNumber(value);
	if (number === undefined || !fits(number)) throw invalidInput(field, value, remedy);
	return number;
}

const keyList = z.union([z.array(z.string()), z.string().transform((entry) => [entry])]);

function readPinnedKeys(value: unknown): readonly PinnedKey[] {
	const parsed = keyList.safeParse(value);
	if (!parsed.success) throw invalidInput("pinned_keys", value, 'it must be a list of texts, each "name" or "name: description".');
	try {
		return checkPinnedKeys(parsed.data.filter((entry) => entry.trim() !== "").map(parsePinnedKey));
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		throw new AgentError("invalid-input", error.message.replace(/^pinnedKeys\b/, "Field pinned_keys"), { field: "pinned_keys", cause: error });
	}
}

function readTools(value: unknown): readonly StructuredToolInterface[] {
	const list: readonly unknown[] = Array.isArray(value) ? value.flat() : value === "" || value === undefined ? [] : [value];
	const tools = list.map((tool) => {
		if (!isTool(tool)) throw invalidInput("tools", typeof tool, "each must be a tool with a name and an invoke function. Connect a component in tool mode.");
		return tool;
	});
	const twice = tools.find(({ name }, index) => tools.findIndex((other) => other.name === name) !== index);
	if (twice !== undefined) throw invalidInput("tools", twice.name, "two connected tools have this name. Rename one of them.");
	return tools;
}

function isTool(value: unknown): value is StructuredToolInterface {
	return (
		typeof value === "object" && value !== null && "name" in value && typeof value.name === "string" && "invoke" in value && typeof value.invoke === "function"
	);
}

function readInput(value: unknown): AgentInput {
	const text = toText(value);
	if (text === undefined) throw invalidInput("input_value", value, "it must be text or a message.");
	const record: { readonly id?: unknown; readonly revision?: unknown; readonly files?: unknown } = typeof value === "object" && value !== null ? value : {};
	const files = Array.isArray(record.files) ? record.files.filter((file) => typeof file === "string") : [];
	return {
		text,
		files,
		...(typeof record.id === "string" && record.id !== "" ? { messageId: record.id } : {}),
		...(typeof record.revision === "number" ? { revision: record.revision } : {}),
	};
}
