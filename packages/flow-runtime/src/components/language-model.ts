import { callError, createFileBudget, type ModelCallRecord, messageContent } from "@foldback/agent-component";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AIMessageChunk, UsageMetadata } from "@langchain/core/messages";
import { type ComponentDefinition, type FlowValue, type NodeCall, toolOutput } from "../component.ts";
import { type ResolvedModel, resolveNodeModel } from "../resolve-node-model.ts";
import { toolsMetadataField } from "../tool-settings.ts";
import { languageModelFields } from "./language-model-fields.ts";

/** One call of a model, without history; or the model itself, for Agents. */
export const languageModel: ComponentDefinition = {
	type: "LanguageModelComponent",
	aliases: ["LanguageModel", "OpenAIModel"],
	category: "models_and_agents",
	displayName: "Language Model",
	description: "Runs a language model.",
	icon: "brain-circuit",
	fields: [...languageModelFields, toolsMetadataField],
	outputs: [
		{ name: "text_output", displayName: "Model Response", types: ["Message"] },
		{ name: "model_output", displayName: "Language Model", types: ["LanguageModel"] },
		toolOutput,
	],
	asTool: { description: "Asks a language model. It sees nothing but the question.", output: "text_output" },
	run: (call) => {
		let resolved: Promise<ResolvedModel> | undefined;
		const resolve = () => {
			resolved ??= resolveNodeModel(call);
			return resolved;
		};
		return {
			text_output: async () => answer(call, await resolve()),
			model_output: async () => ({ kind: "model", model: (await resolve()).model }),
		};
	},
};

async function answer(call: NodeCall, { model, name }: ResolvedModel): Promise<FlowValue> {
	const { inputs, context, node, sessionId } = call;
	const prompt = inputs.text("input_value");
	const system = inputs.text("system_message");
	if (prompt.trim() === "" && system.trim() === "") throw inputs.refuse("input_value", prompt, "a text for the model, here or in system_message");
	const { HumanMessage, SystemMessage } = await import("@langchain/core/messages");
	const messages = [
		...(system === "" ? [] : [new SystemMessage(system)]),
		...(prompt.trim() === "" ? [] : [new HumanMessage({ content: await contentOf(call, prompt) })]),
	];
	const startedMs = context.now();
	const sent = { messages: inputRow(call, prompt), messageCount: messages.length, ...(system === "" ? {} : { instructions: instructionsOf(system) }) };
	const called = (end: Pick<ModelCallRecord, "usage" | "error">): number => {
		const durationMs = context.now() - startedMs;
		call.emit({ type: "model-called", call: { model: name, round: 0, ...sent, durationMs, ...end } });
		return durationMs;
	};
	const reply = await ask(call, model, messages).catch((error: unknown) => {
		const failure = callError(error, name, context.signal);
		called({ error: failure.code });
		context.signal.throwIfAborted();
		throw failure;
	});
	const usage = usageOf(reply.usage_metadata);
	const durationMs = called(usage ? { usage } : {});
	return {
		kind: "message",
		streamedAs: call.messageId,
		message: {
			text: reply.text,
			sender: "Machine",
			senderName: "AI",
			sessionId,
			contextId: "",
			files: [],
			properties: { source: { id: node.id, display_name: node.displayName, source: name }, ...(usage ? { usage: snakeUsage(usage) } : {}) },
			durationMs,
		},
	};
}

const instructionsOf = (text: string) => ({ field: "system_message", text, chars: text.length });

/** The stored row that is the whole prompt: the user's message, when it is connected as it came. */
function inputRow({ inputs, storedInputId }: NodeCall, prompt: string): readonly { readonly id: string; readonly revision: number }[] {
	const values = inputs.values("input_value");
	const [value] = values;
	if (value?.kind !== "message" || values.length > 1 || value.message.text !== prompt) return [];
	const { id } = value.message;
	return id === undefined || id !== storedInputId ? [] : [{ id, revision: 0 }];
}

/** The prompt, with the files of the message that it came with. */
function contentOf({ inputs, context, warn }: NodeCall, text: string) {
	const files = inputs.values("input_value").flatMap((value) => (value.kind === "message" ? value.message.files : []));
	return messageContent({ text, files }, { ...context, emit: (event) => (event.type === "warning" ? warn(event.text) : undefined) }, createFileBudget());
}

/** Streamed only when asked for: the tokens go out as they come. */
async function ask({ inputs, context, emit }: NodeCall, model: BaseChatModel, messages: Parameters<BaseChatModel["invoke"]>[0]): Promise<AIMessageChunk> {
	const { signal } = context;
	if (!inputs.boolean("stream")) return model.invoke(messages, { signal });
	let whole: AIMessageChunk | undefined;
	for await (const chunk of await model.stream(messages, { signal })) {
		if (chunk.text !== "") emit({ type: "token", chunk: chunk.text });
		whole = whole ? whole.concat(chunk) : chunk;
	}
	if (!whole) throw new Error("The model's stream ended without a reply.");
	return whole;
}

interface Usage {
	readonly inputTokens: number;
	readonly outputTokens: number;
}

function usageOf(usage: UsageMetadata | undefined): Usage | undefined {
	return usage && { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens };
}

function snakeUsage({ inputTokens, outputTokens }: Usage) {
	return { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}
