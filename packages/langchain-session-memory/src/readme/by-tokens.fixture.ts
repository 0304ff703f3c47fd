import { sessionMemory } from "@foldback/langchain-session-memory";

export const memory = sessionMemory({ foldThreshold: 60, foldTokens: 2_000 });
