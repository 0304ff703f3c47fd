import { once } from "./once.ts";

/* Parts of LangChain's core, loaded by the first run: a server that only shows chats needs none of them. */

export const loadMessages = once(() => import("@langchain/core/messages"));
export const loadRunnables = once(() => import("@langchain/core/runnables"));
export const loadSingletons = once(() => import("@langchain/core/singletons"));
export const loadTools = once(() => import("@langchain/core/tools"));
