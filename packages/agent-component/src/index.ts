export type {
	AgentContext,
	AgentEvent,
	ModelCallRecord,
	ModelChoice,
	ModelProvider,
	ModelSettings,
	SentInstructions,
	TurnMessage,
} from "./agent-context.ts";
export { AgentError, type AgentErrorCode } from "./agent-error.ts";
export { type AgentExecution, type AgentResponse, createAgentExecution } from "./agent-execution.ts";
export { agentFields, agentOutputs, type FieldDefinition, type TableColumn } from "./agent-fields.ts";
export { calculate } from "./calculate.ts";
export type { ContentBlock, ToolContent } from "./content-blocks.ts";
export { currentDateText } from "./current-date-tool.ts";
export { extractData } from "./extract-data.ts";
export { failureText } from "./failure-text.ts";
export { type FileKind, fileKind, fileLimits } from "./file-kind.ts";
export type { FileReader, FileResult } from "./file-reader.ts";
export { buildInitialMessages } from "./initial-messages.ts";
export { getMemoryData, type MemoryData, type MemoryInputs } from "./memory-data.ts";
export { createFileBudget, messageContent } from "./message-content.ts";
export { callError } from "./model-error.ts";
export { createModelProvider, type ModelProviderOptions, type OpenAIEndpoint } from "./model-provider.ts";
export { type OutputField, objectSchema, parseOutputSchema } from "./output-schema.ts";
export { type AgentInput, type AgentInputs, type AgentModel, parseAgentInputs } from "./parse-agent-inputs.ts";
export { type ModelValues, parseModelChoice } from "./parse-model-choice.ts";
export { renderSystemPrompt } from "./system-prompt.ts";
export { type Template, updateBuildConfig } from "./update-build-config.ts";
