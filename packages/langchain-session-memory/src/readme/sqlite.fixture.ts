import { sessionMemory } from "@foldback/langchain-session-memory";
import { openSqliteStateStore } from "@foldback/session-store/sqlite-states";

export const memory = sessionMemory({ store: await openSqliteStateStore({ path: "./memory.db" }) });
