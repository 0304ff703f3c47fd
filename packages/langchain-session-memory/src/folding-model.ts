import type { Summarizer, TurnOptions } from "@foldback/session-compressor";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { createChatModelSummarizer } from "./chat-model-summarizer.ts";
import { ThreadError } from "./thread-scope.ts";

export interface FoldingModelOptions {
	/** Chat model that folds. Default: the model that is called anyway. */
	readonly summaryModel?: BaseChatModel;
	/** Folds in place of a chat model. */
	readonly summarizer?: Summarizer;
}

type FoldingModel = Required<Pick<TurnOptions, "summarizer" | "summaryModel">>;

/** @returns for the model of a call: who folds, and under which name failures are counted. Throws a ThreadError when nobody can. */
export function createFoldingModel({ summaryModel, summarizer }: FoldingModelOptions): (model: BaseChatModel | undefined) => FoldingModel {
	const known = new WeakMap<BaseChatModel, FoldingModel>();
	const fixed = summarizer === undefined ? undefined : { summarizer, summaryModel: "summarizer" };
	return (called) => {
		if (fixed !== undefined) return fixed;
		const model = summaryModel ?? called;
		if (model === undefined || typeof model.invoke !== "function" || typeof model._llmType !== "function") {
			throw new ThreadError("no-model", "The session memory has no chat model to fold with: give summaryModel (or a summarizer), or the model of the call.");
		}
		const folding = known.get(model) ?? { summarizer: createChatModelSummarizer(model), summaryModel: nameOf(model) };
		known.set(model, folding);
		return folding;
	};
}

function nameOf(model: BaseChatModel): string {
	const name: unknown = Reflect.get(model, "model");
	return typeof name === "string" && name !== "" ? name : model._llmType();
}
