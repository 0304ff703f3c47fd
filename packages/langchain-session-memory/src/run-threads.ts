import type { BaseMessage } from "@langchain/core/messages";
import type { ThreadMemory } from "./thread-memory.ts";
import type { Thread } from "./thread-scope.ts";

/** Memories of runs that belong to no thread. */
export interface RunThreads {
	/** The memory of the run that these messages are of, and its name there. */
	place(messages: readonly BaseMessage[]): { readonly memory: ThreadMemory; readonly thread: Thread };
	settled(): Promise<void>;
}

/** Runs remembered at the same time; older ones are forgotten. */
const maxRuns = 64;

/** A run is known by its newest user message: that object stays the same through its tool loop. */
export function createRunThreads(createMemory: () => ThreadMemory): RunThreads {
	let memory: ThreadMemory | undefined;
	let count = 0;
	const threads = new WeakMap<BaseMessage, Thread>();
	const open: Thread[] = [];

	const start = (question: BaseMessage | undefined, used: ThreadMemory): Thread => {
		count += 1;
		const thread = { threadId: `run ${count}` };
		if (question !== undefined) threads.set(question, thread);
		open.push(thread);
		const oldest = open.length > maxRuns ? open.shift() : undefined;
		if (oldest !== undefined) void used.forget(oldest);
		return thread;
	};

	return {
		place(messages) {
			memory ??= createMemory();
			const question = messages.findLast(({ type }) => type === "human");
			return { memory, thread: (question && threads.get(question)) ?? start(question, memory) };
		},
		settled: async () => memory?.settled(),
	};
}
