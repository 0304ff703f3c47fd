import { parseModelChoice } from "@foldback/agent-component";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { NodeCall } from "./component.ts";

export interface ResolvedModel {
	readonly model: BaseChatModel;
	readonly name: string;
}

/**
 * The model of a node: the connected one, or the one that its fields name in either spelling (`model`, or `agent_llm` and `model_name` of older exports).
 * @throws AgentError for a model that is not known.
 */
export async function resolveNodeModel({ inputs, context }: NodeCall): Promise<ResolvedModel> {
	const connected = (inputs.model("model") ?? inputs.model("llm"))?.model;
	if (connected) return { model: connected, name: connected.getName() };
	const { literals } = inputs;
	const choice = parseModelChoice({
		model: literals.model,
		agentLlm: literals.provider ?? literals.agent_llm,
		modelName: literals.model_name,
		apiKey: literals.api_key,
		baseUrl: literals.openai_api_base ?? literals.base_url,
	});
	const temperature = inputs.number("temperature", { min: 0, max: 2 });
	const maxTokens = inputs.number("max_tokens", { min: 0, max: Number.MAX_SAFE_INTEGER });
	return context.models.resolve(choice, {
		streaming: inputs.boolean("stream"),
		...(temperature === undefined ? {} : { temperature }),
		...(maxTokens ? { maxTokens } : {}),
	});
}
