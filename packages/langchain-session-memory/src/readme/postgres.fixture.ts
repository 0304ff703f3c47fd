import { sessionMemory } from "@foldback/langchain-session-memory";
import { openPostgresStateStore } from "@foldback/session-store/postgres-states";

export const memory = sessionMemory({ store: await openPostgresStateStore({ url: "postgres://agent@127.0.0.1:5432/agent" }) });
