export { buildConversation, type ConversationOptions } from "./testing/build-conversation.ts";
export { createManualClock, type ManualClock } from "./testing/manual-clock.ts";
export { createHeld, createScriptedSummarizer, type Held, type ScriptedStep, type ScriptedSummarizer } from "./testing/scripted-summarizer.ts";
