import { z } from "zod";
import type { ModelChoice } from "./agent-context.ts";
import { AgentError, invalidInput } from "./agent-error.ts";
import { toText } from "./read-value.ts";

const entry = z.object({ name: z.string().optional(), provider: z.string().optional() });

/** The parts of a node's values that say which model it uses. */
export interface ModelValues {
	/** A list of one `{name, provider}`, such an object, a name, or nothing. */
	readonly model?: unknown;
	/** Older exports: the provider. */
	readonly agentLlm?: unknown;
	/** Older exports: the model's name. */
	readonly modelName?: unknown;
	readonly apiKey?: unknown;
	readonly baseUrl?: unknown;
}

/**
 * Reads which model a flow wants.
 * @param field names the field in errors. Default `model`.
 * @returns an empty name and provider when the flow says nothing: the host's default.
 * @throws {AgentError} for a value of another shape, or a list of more than one model.
 */
export function parseModelChoice(values: ModelValues, field = "model"): ModelChoice {
	const { name, provider } = isEmpty(values.model) ? olderChoice(values) : readModel(values.model, field);
	if (isJsonLike(name) || isJsonLike(provider)) throw noName(field);
	const apiKey = (toText(values.apiKey) ?? "").trim();
	const baseUrl = (toText(values.baseUrl) ?? "").trim();
	return { name, provider, ...(apiKey === "" ? {} : { apiKey }), ...(baseUrl === "" ? {} : { baseUrl }) };
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);
}

function readModel(given: unknown, field: string): { name: string; provider: string } {
	const value = typeof given === "string" && isJsonLike(given) ? parseText(given, field) : given;
	if (typeof value === "string") return { name: value.trim(), provider: "" };
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	if (list.length > 1) throw invalidInput(field, value, "it names several models, but an Agent uses one. Choose one.");
	if (typeof list[0] === "string") return { name: list[0].trim(), provider: "" };
	const parsed = entry.safeParse(list[0]);
	if (!parsed.success) throw invalidInput(field, value, 'it must be a list of one {"name": …, "provider": …}, or empty for the host\'s default model.');
	const name = (parsed.data.name ?? "").trim();
	const provider = (parsed.data.provider ?? "").trim();
	if (name === "" && provider !== "")
		throw new AgentError("invalid-input", `Field ${field} names the provider ${JSON.stringify(provider)} but no model: choose a model.`, { field });
	return { name, provider };
}

/** Where older exports ask for a connected model, an unconnected one means the host's default. */
function olderChoice({ agentLlm, modelName }: ModelValues): { name: string; provider: string } {
	const name = (toText(modelName) ?? "").trim();
	const provider = (toText(agentLlm) ?? "").trim();
	return name === "" || /^(?:custom|connect_other_models)$/i.test(provider) ? { name: "", provider: "" } : { name, provider };
}

/** Text of a list or an object. As a name it would go to providers and into run records, with the key that may stand in it. */
function isJsonLike(text: string): boolean {
	return /^\s*[[{]/.test(text);
}

/** Tweaks and some exports hold the list as JSON text. */
function parseText(text: string, field: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw noName(field);
	}
}

/** The value is not told: a key may stand in it. */
function noName(field: string): AgentError {
	const wanted = 'Give a name, or a list of one {"name": …, "provider": …}.';
	return new AgentError("invalid-input", `Field ${field} holds text that begins like JSON but says no model. ${wanted}`, { field });
}
