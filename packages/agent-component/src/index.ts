export type { AgentContext, AgentEvent, ModelCallRecord, ModelChoice, ModelProvider, ModelSettings } from "./agent-context.ts";
