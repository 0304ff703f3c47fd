import { sessionMemory } from "@foldback/langchain-session-memory";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";

const agent = createAgent({
	model: new ChatOpenAI({ model: "gpt-5-mini" }),
	tools: [],
	checkpointer: new MemorySaver(),
	middleware: [sessionMemory({ pinnedKeys: ["project: what the user works on", "cluster"] })],
});

export async function chat(threadId: string, text: string) {
	const { messages } = await agent.invoke({ messages: [{ role: "user", content: text }] }, { configurable: { thread_id: threadId } });
	return messages.at(-1)?.text;
}
