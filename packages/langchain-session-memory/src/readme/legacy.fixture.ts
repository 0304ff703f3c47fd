import { createLegacyMemory, createThreadMemory } from "@foldback/langchain-session-memory/thread-memory";
import { InMemoryChatMessageHistory } from "@langchain/core/chat_history";
import { ChatOpenAI } from "@langchain/openai";

const threads = createThreadMemory({ summaryModel: new ChatOpenAI({ model: "gpt-5-nano" }) });

export const memory = createLegacyMemory({ memory: threads, thread: { threadId: "chat-1" }, chatHistory: new InMemoryChatMessageHistory() });
