import type { CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { AgentError } from "./agent-error.ts";
import { agentTools } from "./agent-tools.ts";
import { type FirstPrompt, firstReply } from "./first-reply.ts";
import { buildInitialMessages } from "./initial-messages.ts";
import { loadMessages, loadSingletons } from "./langchain-core.ts";
import { callError } from "./model-error.ts";
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
	const { AsyncLocalStorageProviderSingleton } = await loadSingletons();
	try {
		return await AsyncLocalStorageProviderSingleton.runWithConfig(undefined, async () => loop(turn), true);
	} catch (error) {
		throw asAgentError(error, turn);
	}
}

async function loop(turn: Turn): Promise<string> {
	const { inputs, context, resolved, memory } = turn;
	const [{ SystemMessage }, tools, messages] = await Promise.all([
		loadMessages(),
		agentTools(inputs, context.now),
		buildInitialMessages(memory.messages, inputs.input, context),
	]);
	// A message: a bare string would be sent as a list of parts, which some servers refuse.
	const system = new SystemMessage(renderSystemPrompt(inputs.systemPrompt, { nowMs: context.now(), modelName: resolved.name }));
	const prompt = { system, messages, tools };
	const callbacks = inputs.stream ? [tokenHandler((chunk) => context.emit({ type: "token", chunk }))] : [];
	const reply = await firstReply(turn, prompt, callbacks);
	const last = reply === undefined || (reply.tool_calls?.length ?? 0) > 0 ? await runAgent(turn, prompt, { reply, callbacks }) : reply;
	context.signal.throwIfAborted();
	const text = last?.type === "ai" ? last.text : "";
	if (text.trim() === "") context.emit({ type: "warning", text: `Model ${JSON.stringify(resolved.name)} returned an empty answer.` });
	return text;
}

/** Has a LangChain agent run the tools that the first reply asks for, and go on from there. @returns the last message. */
async function runAgent(
	turn: Turn,
	{ system, messages, tools }: FirstPrompt,
	{ reply, callbacks }: { readonly reply: AIMessage | undefined; readonly callbacks: CallbackHandlerMethods[] },
): Promise<BaseMessage | undefined> {
	const { inputs, context, resolved } = turn;
	const langchain = await import("langchain");
	const agent = langchain.createAgent({
		model: resolved.model,
		tools: [...tools],
		systemPrompt: system,
		middleware: [turnMiddleware(langchain, turn, { given: messages.length, first: reply })],
	});
	// A round is two steps; the middleware counts model calls and stops first.
	const recursionLimit = 2 * inputs.maxIterations + 10;
	const { messages: sent } = await agent.invoke({ messages: [...messages] }, { signal: context.signal, recursionLimit, callbacks });
	return sent.at(-1);
}

function asAgentError(error: unknown, { context, resolved }: Turn): AgentError {
	for (let link = error; link instanceof Error; link = link.cause) if (AgentError.isInstance(link)) return link;
	return callError(error, resolved.name, context.signal);
}
