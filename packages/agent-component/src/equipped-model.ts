import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";

type Equipped = Pick<BaseChatModel, "invoke">;

/** The last tools that each model was given. They live as long as the model. */
const lastEquipped = new WeakMap<BaseChatModel, { readonly tools: readonly StructuredToolInterface[]; readonly equipped: Equipped }>();

/**
 * Gives tools to a model. Some models make a whole new client for that, so with the very tools of the last time the result is that of the last time.
 * @returns undefined for a model that takes no tools.
 */
export function equippedModel(model: BaseChatModel, tools: readonly StructuredToolInterface[]): Equipped | undefined {
	if (tools.length === 0) return model;
	const last = lastEquipped.get(model);
	if (last && last.tools.length === tools.length && tools.every((tool, index) => tool === last.tools[index])) return last.equipped;
	const equipped = model.bindTools?.([...tools]);
	if (equipped) lastEquipped.set(model, { tools: [...tools], equipped });
	return equipped;
}
