import { cutText } from "@foldback/session-compressor";
import type { AgentMiddleware, AIMessage, ToolCallRequest, ToolMessage } from "langchain";
import { AgentError } from "./agent-error.ts";
import { failureText } from "./failure-text.ts";
import { callModel } from "./model-call.ts";
import type { Turn } from "./turn.ts";

type LangChain = typeof import("langchain");

/** Characters of a tool's output that events and stored steps keep; the model gets all of it. */
const maxShownOutput = 20_000;
const maxErrorChars = 2_000;

/**
 * Counts, records and guards the model calls and tool calls of one turn.
 * @param start messages that the turn starts with: history and input; and the reply to the first model call, when that has been made already
 */
export function turnMiddleware(
	langchain: LangChain,
	turn: Turn,
	{ given, first }: { readonly given: number; readonly first: AIMessage | undefined },
): AgentMiddleware {
	let made = first;
	return langchain.createMiddleware({
		name: "FoldbackTurn",
		wrapModelCall: async (request, handler) => {
			const reply = made;
			made = undefined;
			if (reply) return reply;
			const prompt = { systemText: request.systemMessage.text, messages: request.messages, given };
			return callModel(langchain, turn, prompt, async (messages) => handler({ ...request, messages }));
		},
		wrapToolCall: async (request, handler) => {
			const result = await observed(langchain, turn, request, async () => handler(request));
			return result;
		},
	});
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
	// The message of LangChain's own error holds a stack, and with it paths of this server.
	const told = langchain.ToolInvocationError.isInstance(error) ? error.toolError : error;
	return new langchain.ToolMessage({
		content: `Error: ${cutText(failureText(told), maxErrorChars)}`,
		tool_call_id: call.id ?? "",
		name: call.name,
		status: "error",
	});
}
