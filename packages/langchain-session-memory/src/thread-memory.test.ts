import { createMemoryStateStore } from "@foldback/session-compressor/memory";
import { createScriptedSummarizer } from "@foldback/session-compressor/testing";
import { InMemoryChatMessageHistory } from "@langchain/core/chat_history";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { createLegacyMemory } from "./legacy-memory.ts";
import { createScriptModel } from "./testing/script-model.ts";
import { createThreadMemory } from "./thread-memory.ts";

const folding = () => createScriptedSummarizer({ fact: ({ text }) => text });
const limits = { recentMessages: 4, foldThreshold: 4, maxBatch: 6 };
const exchange = (count: number): BaseMessage[] =>
	Array.from({ length: count }, (_, place) => (place % 2 ? new AIMessage(`a${place}`) : new HumanMessage(`q${place}`)));

describe("in a plain LangGraph node", () => {
	test("messages in, messages out; the state keeps all", async () => {
		const memory = createThreadMemory({ summarizer: folding().summarizer, ...limits });
		const model = createScriptModel((messages) => `answer ${messages.length}`);
		const graph = new StateGraph(MessagesAnnotation)
			.addNode("chat", async ({ messages }, { configurable }) => {
				const recalled = await memory.recall(messages, { threadId: String(configurable?.thread_id) }, { model });
				return { messages: [await model.invoke(recalled.messages)] };
			})
			.addEdge("__start__", "chat")
			.compile({ checkpointer: new MemorySaver() });
		for (let turn = 1; turn <= 6; turn += 1) await graph.invoke({ messages: [new HumanMessage(`q${turn}`)] }, { configurable: { thread_id: "t" } });
		expect(model.requests.at(-1)?.[0]?.text).toContain("- q1");
		expect(model.requests.at(-1)?.length).toBeLessThan(10);
		expect((await graph.getState({ configurable: { thread_id: "t" } })).values.messages).toHaveLength(12);
	});

	test("folds with the model of the call when no other is given, and says so when there is none", async () => {
		const memory = createThreadMemory(limits);
		const model = createScriptModel(() => '{"pinned":{},"summary":"- by the model"}');
		const { messages } = await memory.recall(exchange(9), { threadId: "t" }, { model });
		expect(messages[0]?.text).toContain("- by the model");
		await expect(memory.recall(exchange(9), { threadId: "t" })).rejects.toThrow(/no chat model.*summaryModel/);
	});

	test("a summaryModel folds instead of it", async () => {
		const small = createScriptModel(() => '{"pinned":{},"summary":"- by the small one"}');
		const memory = createThreadMemory({ ...limits, summaryModel: small });
		const { messages } = await memory.recall(exchange(9), { threadId: "t" }, { model: createScriptModel(() => "never asked") });
		expect(messages[0]?.text).toContain("- by the small one");
	});

	test("messages without any user message are sent as they are", async () => {
		const memory = createThreadMemory({ summarizer: folding().summarizer, ...limits, foldThreshold: 1 });
		const messages = Array.from({ length: 20 }, (_, place) => new AIMessage(`a${place}`));
		expect((await memory.recall(messages, { threadId: "t" })).messages).toEqual(messages);
		expect((await memory.recall([], { threadId: "t" })).messages).toEqual([]);
	});

	test("a turn that is under way keeps its view when another one comes in between", async () => {
		const memory = createThreadMemory({ summarizer: folding().summarizer, ...limits });
		const slow = exchange(9);
		const first = await memory.recall(slow, { threadId: "t" });
		await memory.recall(exchange(15), { threadId: "t" });
		const loop = await memory.recall([...slow, new AIMessage("thinking aloud")], { threadId: "t" });
		expect(loop.messages.slice(0, -1)).toEqual(first.messages);
	});

	test("fold works a backlog off, batch by batch", async () => {
		const { summarizer, requests } = folding();
		const memory = createThreadMemory({ summarizer, ...limits, foldTiming: "background" });
		await memory.fold(exchange(41), { threadId: "t" });
		expect(requests.length).toBeGreaterThan(4);
		expect((await memory.recall(exchange(41), { threadId: "t" })).shown).toMatchObject({ uncovered: 0, foldDue: false });
	});
});

describe("the shape of the legacy classes", () => {
	const legacy = (options: { returnMessages?: boolean } = {}) => {
		const chatHistory = new InMemoryChatMessageHistory();
		const store = createMemoryStateStore({ now: Date.now });
		const memory = createThreadMemory({ summarizer: folding().summarizer, store, ...limits });
		return { store, chatHistory, legacy: createLegacyMemory({ memory, thread: { threadId: "t" }, chatHistory, ...options }) };
	};

	test("loads text that starts with the summary, and keeps every message", async () => {
		const { chatHistory, legacy: memory } = legacy();
		for (let turn = 1; turn <= 6; turn += 1) await memory.saveContext({ input: `q${turn}`, history: "" }, { output: `a${turn}` });
		const { history } = await memory.loadMemoryVariables({});
		expect(memory.memoryKeys).toEqual(["history"]);
		expect(history).toMatch(/^Human: Here is a summary[\s\S]*- q1[\s\S]*Human: q5\nAI: a5\nHuman: q6\nAI: a6$/);
		expect(await chatHistory.getMessages()).toHaveLength(12);
	});

	test("loads messages when asked for", async () => {
		const { legacy: memory } = legacy({ returnMessages: true });
		for (let turn = 1; turn <= 6; turn += 1) await memory.saveContext({ input: `q${turn}` }, { output: `a${turn}` });
		const { history } = await memory.loadMemoryVariables({});
		expect(history).toHaveLength(7);
		expect(history?.[1]).toBeInstanceOf(HumanMessage);
	});

	test("clear forgets messages and memory", async () => {
		const { store, chatHistory, legacy: memory } = legacy();
		const scope = { flowId: "", userId: "", sessionId: "t", contextId: "" };
		for (let turn = 1; turn <= 6; turn += 1) await memory.saveContext({ input: `q${turn}` }, { output: `a${turn}` });
		await memory.loadMemoryVariables({});
		expect(await store.load(scope)).toBeDefined();
		await memory.clear();
		expect(await store.load(scope)).toBeUndefined();
		expect(await chatHistory.getMessages()).toEqual([]);
		await memory.saveContext({ input: "new" }, { output: "yes" });
		expect(await memory.loadMemoryVariables({})).toEqual({ history: "Human: new\nAI: yes" });
	});

	test("tells which value it cannot choose or keep", async () => {
		const { legacy: memory } = legacy();
		await expect(memory.saveContext({ a: "x", b: "y" }, { output: "z" })).rejects.toThrow(/a, b.*inputKey/);
		await expect(memory.saveContext({ a: "x" }, { output: 5 })).rejects.toThrow(/"output", which is number.*outputKey/);
	});
});
