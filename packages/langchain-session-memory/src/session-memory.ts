import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { z } from "zod";
import { createRunThreads } from "./run-threads.ts";
import { createThreadMemory, type ThreadMemory, type ThreadMemoryOptions } from "./thread-memory.ts";
import { type Thread, ThreadError, threadOfRun } from "./thread-scope.ts";

export interface SessionMemoryOptions extends ThreadMemoryOptions {
	/** What a run without `thread_id` gets: an error, or a memory that lasts as long as the run. Default `error`. */
	readonly withoutThread?: "error" | "per-run";
}

/** Whose memory a run uses, given as `context` when the agent is invoked. */
const contextSchema = z.object({ user: z.string().optional(), namespace: z.string().optional() });

/** The middleware, with what its owner may want to do beside the runs. */
export type SessionMemoryMiddleware = AgentMiddleware<undefined, typeof contextSchema> & Pick<ThreadMemory, "forget" | "settled">;

/**
 * Session memory for `createAgent`: the model sees a summary of older messages, pinned keys and the newest messages; the agent's state and its
 * checkpoints keep every message. Put it first in the list of middleware, so that it sees the messages as the state has them.
 * @throws ConfigurationError naming the option that is wrong. Runs reject with a ThreadError when `thread_id` is missing.
 */
export function sessionMemory(options: SessionMemoryOptions = {}): SessionMemoryMiddleware {
	const { withoutThread = "error", store, ...memoryOptions } = options;
	const memory = createThreadMemory(store === undefined ? memoryOptions : { ...memoryOptions, store });
	const runs = createRunThreads(() => createThreadMemory(memoryOptions));
	const place = (messages: readonly BaseMessage[], thread: Thread | undefined) => {
		if (thread !== undefined) return { memory, thread };
		if (withoutThread === "per-run") return runs.place(messages);
		throw new ThreadError(
			"no-thread-id",
			'The run has no thread_id, so its messages belong to no conversation: invoke the agent with { configurable: { thread_id: "…" } }, or make the memory with withoutThread: "per-run".',
		);
	};
	const middleware = createMiddleware({
		name: "FoldbackSessionMemory",
		contextSchema,
		wrapModelCall: async (request, handler) => {
			const { runtime, messages } = request;
			const used = place(messages, threadOfRun(runtime.configurable, runtime.context));
			// A model that is no chat model is refused where it would fold.
			const model = request.model as BaseChatModel;
			const recalled = await used.memory.recall(messages, used.thread, { model, ...(runtime.signal === undefined ? {} : { signal: runtime.signal }) });
			const answer = await handler({ ...request, messages: recalled.messages });
			if (options.foldTiming === "background" && recalled.shown.foldDue && !asksForTools(answer)) void used.memory.fold(messages, used.thread, { model });
			return answer;
		},
	});
	return Object.assign(middleware, {
		forget: memory.forget,
		settled: async () => {
			await Promise.all([memory.settled(), runs.settled()]);
		},
	});
}

function asksForTools(answer: unknown): boolean {
	const calls: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "tool_calls") : undefined;
	return Array.isArray(calls) && calls.length > 0;
}
