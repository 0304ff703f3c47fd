import type { CallbackHandlerMethods } from "@langchain/core/callbacks/base";

/** Name that `createAgent` gives the node that calls the model. */
const modelNode = "model_request";

/**
 * A LangChain callback handler that hands on the text of the Agent's own model calls while it is written, and not that of calls inside tools. Its own are
 * those that no other run has started, and those of the agent's model node.
 * A model that does not stream gives its text in one piece.
 */
export function tokenHandler(onToken: (text: string) => void): CallbackHandlerMethods {
	/** Runs of the agent's own model, and whether they have given text yet. */
	const runs = new Map<string, boolean>();
	const handler: CallbackHandlerMethods & { readonly lc_prefer_streaming: true; readonly awaitHandlers: true } = {
		lc_prefer_streaming: true,
		awaitHandlers: true,
		handleChatModelStart(_model, _messages, runId, parent, _extra, _tags, metadata) {
			if (parent === undefined || metadata?.langgraph_node === modelNode) runs.set(runId, false);
		},
		handleLLMNewToken(token, _index, runId) {
			if (token === "" || !runs.has(runId)) return;
			runs.set(runId, true);
			onToken(token);
		},
		handleLLMEnd(output, runId) {
			const text = output.generations[0]?.[0]?.text ?? "";
			if (runs.get(runId) === false && text !== "") onToken(text);
			runs.delete(runId);
		},
		handleLLMError(_error, runId) {
			runs.delete(runId);
		},
	};
	return handler;
}
