import type { BaseMessage } from "@langchain/core/messages";
import { AgentError } from "./agent-error.ts";
import { agentTools } from "./agent-tools.ts";
import { buildInitialMessages } from "./initial-messages.ts";
import { modelError } from "./model-error.ts";
import { renderSystemPrompt } from "./system-prompt.ts";
import type { Turn } from "./turn.ts";
import { turnMiddleware } from "./turn-middleware.ts";

/** Name that `createAgent` gives the node that calls the model. */
const modelNode = "model_request";

/**
 * Runs model and tools until the model answers. Tokens go out as events while `stream` is on.
 * It runs apart from any LangChain run that it is called in, so that an Agent used as another one's tool shows nothing in that one's stream.
 * @returns the text of the answer.
 * @throws {AgentError}
 */
export async function runAgentLoop(turn: Turn): Promise<string> {
	const { AsyncLocalStorageProviderSingleton } = await import("@langchain/core/singletons");
	try {
		return await AsyncLocalStorageProviderSingleton.runWithConfig(undefined, async () => loop(turn), true);
	} catch (error) {
		throw asAgentError(error, turn);
	}
}

async function loop(turn: Turn): Promise<string> {
	const { inputs, context, resolved, memory } = turn;
	const [langchain, tools] = await Promise.all([import("langchain"), agentTools(inputs, context.now)]);
	const agent = langchain.createAgent({
		model: resolved.model,
		tools: [...tools],
		systemPrompt: renderSystemPrompt(inputs.systemPrompt, { nowMs: context.now(), modelName: resolved.name }),
		middleware: [turnMiddleware(langchain, turn)],
	});
	const messages = await buildInitialMessages(memory.messages, inputs.input);
	// A round is two steps; the middleware counts calls and stops first.
	const options = { signal: context.signal, recursionLimit: 2 * inputs.maxIterations + 10 };
	const events = await agent.stream({ messages: [...messages] }, { ...options, streamMode: inputs.stream ? ["messages", "values"] : ["values"] });
	let last: BaseMessage | undefined;
	for await (const event of events) last = handleEvent(event, turn) ?? last;
	context.signal.throwIfAborted();
	const text = last?.type === "ai" ? last.text : "";
	if (text.trim() === "") context.emit({ type: "warning", text: `Model ${JSON.stringify(resolved.name)} returned an empty answer.` });
	return text;
}

/** @returns the newest message of the state, for the events that hold it. */
function handleEvent(event: unknown, { context }: Turn): BaseMessage | undefined {
	if (!Array.isArray(event)) return undefined;
	const [mode, data]: unknown[] = event;
	if (mode === "values") return (data as { readonly messages: readonly BaseMessage[] }).messages.at(-1);
	const [chunk, metadata] = data as readonly [BaseMessage, { readonly langgraph_node?: string }];
	if (metadata.langgraph_node === modelNode && chunk.type === "ai" && chunk.text !== "") context.emit({ type: "token", chunk: chunk.text });
	return undefined;
}

function asAgentError(error: unknown, { context, resolved }: Turn): AgentError {
	for (let link = error; link instanceof Error; link = link.cause) if (AgentError.isInstance(link)) return link;
	return context.signal.aborted ? new AgentError("cancelled", "The run was cancelled.", { cause: error }) : modelError(error, resolved.name);
}
