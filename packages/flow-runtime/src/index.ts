export type { ComponentOutput, FlowMessage, MessageWriter, RunContext, RunEvent, RunRequest, RunResult } from "./run-context.ts";
