import { AgentError } from "./agent-error.ts";
import { agentTools } from "./agent-tools.ts";
import { buildInitialMessages } from "./initial-messages.ts";
import { modelError } from "./model-error.ts";
import { renderSystemPrompt } from "./system-prompt.ts";
import { tokenHandler } from "./token-handler.ts";
import type { Turn } from "./turn.ts";
import { turnMiddleware } from "./turn-middleware.ts";

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
	const messages = await buildInitialMessages(memory.messages, inputs.input, context);
	const agent = langchain.createAgent({
		model: resolved.model,
		tools: [...tools],
		// A message: a bare string would be sent as a list of parts, which some servers refuse.
		systemPrompt: new langchain.SystemMessage(renderSystemPrompt(inputs.systemPrompt, { nowMs: context.now(), modelName: resolved.name })),
		middleware: [turnMiddleware(langchain, turn, messages.length)],
	});
	const { messages: sent } = await agent.invoke(
		{ messages: [...messages] },
		{
			signal: context.signal,
			// A round is two steps; the middleware counts model calls and stops first.
			recursionLimit: 2 * inputs.maxIterations + 10,
			callbacks: inputs.stream ? [tokenHandler((chunk) => context.emit({ type: "token", chunk }))] : [],
		},
	);
	context.signal.throwIfAborted();
	const last = sent.at(-1);
	const text = last?.type === "ai" ? last.text : "";
	if (text.trim() === "") context.emit({ type: "warning", text: `Model ${JSON.stringify(resolved.name)} returned an empty answer.` });
	return text;
}

function asAgentError(error: unknown, { context, resolved }: Turn): AgentError {
	for (let link = error; link instanceof Error; link = link.cause) if (AgentError.isInstance(link)) return link;
	return context.signal.aborted ? new AgentError("cancelled", "The run was cancelled.", { cause: error }) : modelError(error, resolved.name);
}
