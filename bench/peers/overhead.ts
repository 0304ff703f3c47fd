import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { sessionMemory } from "../../packages/langchain-session-memory/src/index.ts";
import { createThreadMemory } from "../../packages/langchain-session-memory/src/threads.ts";
import { createMemoryStateStore } from "../../packages/session-compressor/src/memory.ts";
import { FakeModel, summarise } from "./fake-models.ts";
import { strategies } from "./strategies.ts";

/** Milliseconds that a middleware takes of one model call, without the model. */
export interface Overhead {
	readonly name: string;
	/** Median of many calls. */
	readonly medianMs: number;
	/** The first call, with nothing cached in the process. */
	readonly firstMs: number;
	/** The first call of a later run, whose messages were read from a checkpoint: other objects with the same content. */
	readonly nextRunMs: number;
}

const calls = 101;
/** Other programs take turns on the machine: the best round is the nearest to the truth. */
const rounds = 5;

/** Times the hooks themselves. The thread is long, and no fold or summary is due in the calls that are timed. */
export async function measureOverheads(messageCount: number): Promise<readonly Overhead[]> {
	const overheads: Overhead[] = [];
	const fresh = () => [...history(messageCount), new HumanMessage("And now?")];
	for (const { name, start } of strategies.filter((strategy) => !/keep 10|example|Foldback/.test(strategy.name))) {
		overheads.push(await time(name, start(summaryModel()).middleware[0], fresh));
	}
	for (const betweenFolds of ["send", "omit"] as const) {
		const store = createMemoryStateStore({ now: Date.now });
		// The state is there, as after the runs before; the process that made it has ended.
		await createThreadMemory({ store, summaryModel: summaryModel() as never }).fold(fresh() as never, { threadId: "t" });
		overheads.push(await time(`Foldback, ${betweenFolds}`, sessionMemory({ store, betweenFolds, summaryModel: summaryModel() as never }), fresh));
	}
	return overheads;
}

function summaryModel(): FakeModel {
	return new FakeModel(summarise);
}

function history(count: number): BaseMessage[] {
	const text = (place: number) => `Message ${place} of a long thread that says something. `.repeat(5);
	return Array.from({ length: count }, (_, place) =>
		place % 2 ? new AIMessage({ content: text(place), id: `${place}` }) : new HumanMessage({ content: text(place), id: `${place}` }),
	);
}

/** The hooks that the middleware of this comparison has, as far as they are called here. */
interface Hooks {
	readonly wrapModelCall?: (request: object, handler: (request: object) => Promise<AIMessage>) => Promise<unknown>;
	readonly beforeModel?: (state: object, runtime: object) => Promise<unknown>;
}

async function time(name: string, middleware: unknown, fresh: () => BaseMessage[]): Promise<Overhead> {
	const hooks = (middleware ?? {}) as Hooks;
	const answer = new AIMessage("ok");
	const runtime = { configurable: { thread_id: "t" }, context: {} };
	const once = async (messages: readonly BaseMessage[]): Promise<number> => {
		const start = performance.now();
		await hooks.beforeModel?.({ messages }, runtime);
		await hooks.wrapModelCall?.({ messages, runtime, state: { messages }, model: summaryModel() }, async () => answer);
		return performance.now() - start;
	};
	const messages = fresh();
	const firstMs = await once(messages);
	const medians: number[] = [];
	const nextRuns: number[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const times: number[] = [];
		for (let call = 0; call < calls; call += 1) times.push(await once(messages));
		medians.push(times.toSorted((left, right) => left - right)[Math.floor(calls / 2)] ?? 0);
		const copies = fresh();
		nextRuns.push(await once(copies));
		await once(messages);
	}
	return { name, firstMs, medianMs: Math.min(...medians), nextRunMs: Math.min(...nextRuns) };
}
