import { createThreadMemory } from "@foldback/langchain-session-memory/thread-memory";
import { MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";

const memory = createThreadMemory({ summaryModel: new ChatOpenAI({ model: "gpt-5-nano" }) });
const model = new ChatOpenAI({ model: "gpt-5-mini" });

export const graph = new StateGraph(MessagesAnnotation)
	.addNode("chat", async ({ messages }, { configurable, signal }) => {
		const recalled = await memory.recall(messages, { threadId: String(configurable?.thread_id) }, signal ? { signal } : {});
		return { messages: [await model.invoke(recalled.messages)] };
	})
	.addEdge("__start__", "chat")
	.compile({ checkpointer: new MemorySaver() });
