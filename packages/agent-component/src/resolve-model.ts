import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AgentContext, ModelSettings } from "./agent-context.ts";
import type { AgentModel } from "./parse-agent-inputs.ts";

export interface ResolvedModel {
	readonly model: BaseChatModel;
	readonly name: string;
}

/** @returns the chat model that an Agent uses: the connected one as it is, or one made by the host's provider. */
export async function resolveModel(model: AgentModel, { models }: Pick<AgentContext, "models">, settings: ModelSettings): Promise<ResolvedModel> {
	return "connected" in model ? { model: model.connected, name: nameOf(model.connected) } : models.resolve(model.choice, settings);
}

function nameOf(model: BaseChatModel): string {
	for (const key of ["model", "modelName", "modelId"]) {
		const name: unknown = Reflect.get(model, key);
		if (typeof name === "string" && name !== "") return name;
	}
	return model._llmType();
}
