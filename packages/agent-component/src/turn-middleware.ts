import { readTokenUsage } from "@foldback/langchain-session-memory/summarizer";
import { cutText } from "@foldback/session-compressor";
import type { AgentMiddleware, AIMessage, BaseMessage, ToolCallRequest, ToolMessage } from "langchain";
import { AgentError } from "./agent-error.ts";
import { failureText } from "./failure-text.ts";
import { modelError } from "./model-error.ts";
import { recordCall, type Turn } from "./turn.ts";
import { turnMessages } from "./turn-messages.ts";

type LangChain = typeof import("langchain");

/** Characters of a tool's output that events and stored steps keep; the model gets all of it. */
const maxShownOutput = 20_000;
const maxErrorChars = 2_000;

/** Counts, records and guards the model calls and tool calls of one turn. @param given messages that the turn starts with: history and input. */
export function turnMiddleware(langchain: LangChain, turn: Turn, given: number): AgentMiddleware {
	return langchain.createMiddleware({
		name: "FoldbackTurn",
		wrapModelCall: async (request, handler) => {
			const call = async (messages: typeof request.messages) => {
				const { text } = request.systemMessage;
				const sent = {
					messageCount: messages.length + (text === "" ? 0 : 1),
					...(text === "" ? {} : { instructions: { field: "system_prompt", text, chars: text.length } }),
					turn: turnMessages(messages.slice(given), turn.steps),
				};
				const reply = await recorded(turn, sent, async () => handler({ ...request, messages }));
				return withOwnId(langchain.AIMessage.isInstance(reply) ? reply : asAIMessage(langchain, reply), messages);
			};
			const reply = await call(request.messages);
			if ((reply.tool_calls?.length ?? 0) > 0 && reply.text.trim() !== "") turn.steps.push({ words: cutText(reply.text, maxShownOutput) });
			const complaint = malformedCall(reply);
			if (complaint === undefined) return reply;
			if (!turn.inputs.handleParsingErrors) throw new AgentError("invalid-reply", `The model wrote malformed tool arguments: ${complaint}`);
			return call([...request.messages, new langchain.HumanMessage(complaint)]);
		},
		wrapToolCall: async (request, handler) => {
			const result = await observed(langchain, turn, request, async () => handler(request));
			return result;
		},
	});
}

type Sent = Omit<Parameters<typeof recordCall>[1], "durationMs">;

async function recorded(turn: Turn, sent: Sent, call: () => Promise<AIMessage>): Promise<AIMessage> {
	const { context, inputs, resolved } = turn;
	if (turn.rounds >= inputs.maxIterations) throw maxIterations(inputs.maxIterations);
	const startMs = context.now();
	try {
		const reply = await call();
		recordCall(turn, { ...sent, durationMs: context.now() - startMs }, readTokenUsage(reply));
		return reply;
	} catch (error) {
		recordCall(turn, { ...sent, durationMs: context.now() - startMs }, undefined);
		throw context.signal.aborted ? new AgentError("cancelled", "The run was cancelled.", { cause: error }) : modelError(error, resolved.name);
	}
}

/** Some servers give every reply the same id, and LangGraph would put a new message in the place of the old one with its id. */
function withOwnId(reply: AIMessage, messages: readonly BaseMessage[]): AIMessage {
	if (reply.id !== undefined && messages.some(({ id }) => id === reply.id)) reply._updateId(`${reply.id}-${messages.length}`);
	return reply;
}

/** A stream that never says whose message it is gives a message of no role, which the agent would refuse. */
function asAIMessage(langchain: LangChain, reply: BaseMessage): AIMessage {
	return new langchain.AIMessage({ content: reply.text, response_metadata: reply.response_metadata });
}

function maxIterations(limit: number): AgentError {
	return new AgentError(
		"max-iterations",
		`The agent made ${limit} model calls without coming to an answer, and Max Iterations allows no more. Raise max_iterations, or make the task or the tools simpler.`,
		{ field: "max_iterations" },
	);
}

/** A call whose arguments are no JSON, in a reply without anything else: the loop would end with an empty answer. */
function malformedCall(reply: AIMessage): string | undefined {
	const [first] = reply.invalid_tool_calls ?? [];
	if (first === undefined || (reply.tool_calls?.length ?? 0) > 0 || reply.text.trim() !== "") return undefined;
	return `The arguments of the call of ${JSON.stringify(first.name ?? "a tool")} were not valid JSON. Call it again with valid arguments, or answer without it.`;
}

async function observed<Result>(
	langchain: LangChain,
	turn: Turn,
	{ toolCall }: Pick<ToolCallRequest, "toolCall">,
	run: () => Promise<Result>,
): Promise<Result | ToolMessage> {
	const { context } = turn;
	const id = toolCall.id ?? "";
	context.emit({ type: "tool-started", id, name: toolCall.name, input: toolCall.args });
	const startMs = context.now();
	const result = await run().catch((error: unknown) => failedCall(langchain, turn, toolCall, error));
	const isMessage = langchain.ToolMessage.isInstance(result);
	const step = {
		id,
		name: toolCall.name,
		output: cutText(isMessage ? result.text : "", maxShownOutput),
		error: isMessage && result.status === "error",
		durationMs: context.now() - startMs,
	};
	context.emit({ type: "tool-finished", ...step });
	turn.steps.push({ ...step, input: toolCall.args });
	return result;
}

/** The model hears of a tool's failure and goes on; cancellation ends the run, and so do malformed arguments when they are not to be handled. */
function failedCall(langchain: LangChain, { context, inputs }: Turn, call: ToolCallRequest["toolCall"], error: unknown): ToolMessage {
	if (context.signal.aborted) throw new AgentError("cancelled", "The run was cancelled.", { cause: error });
	if (langchain.ToolInvocationError.isInstance(error) && !inputs.handleParsingErrors) {
		throw new AgentError(
			"invalid-reply",
			`The model called the tool ${JSON.stringify(call.name)} with arguments that do not fit it. Switch Handle Parse Errors on to let it try again.`,
			{ cause: error },
		);
	}
	return new langchain.ToolMessage({
		content: `Error: ${cutText(failureText(error), maxErrorChars)}`,
		tool_call_id: call.id ?? "",
		name: call.name,
		status: "error",
	});
}
