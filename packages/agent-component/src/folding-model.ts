import { createChatModelSummarizer } from "@foldback/langchain-session-memory/summarizer";
import type { Summarizer } from "@foldback/session-compressor";
import type { AgentContext } from "./agent-context.ts";
import type { AgentInputs } from "./parse-agent-inputs.ts";
import { resolveModel } from "./resolve-model.ts";

/** @returns who folds for this Agent: its summary model, else its own model; nothing while nothing is folded. */
export async function foldingModel(
	inputs: Pick<AgentInputs, "model" | "summaryModel" | "summarizeOlderMessages" | "nMessages">,
	context: AgentContext,
): Promise<{ readonly summarizer: Summarizer; readonly summaryModel: string } | undefined> {
	if (!inputs.summarizeOlderMessages || inputs.nMessages === 0 || context.compressor === undefined) return undefined;
	const { model, name } = await resolveModel(inputs.summaryModel ?? inputs.model, context, { streaming: false, maxRetries: 0 });
	return { summarizer: createChatModelSummarizer(model, { name, maxRetries: 0 }), summaryModel: name };
}
