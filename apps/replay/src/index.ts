export { type ChatCompletionRequest, parseChatCompletion, sendCompletion, sendError, sendJson } from "./chat-completion.ts";
export { type Conversation, readConversations } from "./conversation.ts";
export { createHostClient, type HostClient } from "./host-client.ts";
export { type HostProcess, startHostProcess } from "./host-process.ts";
export { type RecordedEndpoint, startRecordedEndpoint } from "./recorded-endpoint.ts";
export { replay } from "./replay.ts";
export { ReplayError } from "./replay-error.ts";
export { createTokenCounter } from "./token-count.ts";
export type { SessionReport, TurnReport } from "./turn-report.ts";
