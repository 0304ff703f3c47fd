import type { AgentEvent } from "@foldback/agent-component";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { Field } from "./field.ts";
import type { FlowNode } from "./flow.ts";
import type { Json, JsonObject } from "./json.ts";
import type { NodeInputs } from "./node-inputs.ts";
import type { FlowMessage, RunContext, RunRequest } from "./run-context.ts";
import type { RunRows } from "./run-rows.ts";

/** What runs along an edge. */
export type FlowValue =
	| {
			readonly kind: "message";
			readonly message: FlowMessage;
			/** Id under which the text was streamed; the row that stores this very message gets it. */
			readonly streamedAs?: string;
	  }
	| { readonly kind: "data"; readonly data: Json }
	| { readonly kind: "model"; readonly model: BaseChatModel }
	| { readonly kind: "tools"; readonly tools: readonly StructuredToolInterface[] }
	/** The branch that is not taken: what only hangs on it does not run. */
	| { readonly kind: "nothing" };

export interface OutputDefinition {
	readonly name: string;
	readonly displayName: string;
	/** Langflow types, e.g. `Message`. */
	readonly types: readonly string[];
	/** Names that older exports have for it. */
	readonly aliases?: readonly string[];
}

/** One execution of a node. */
export interface NodeCall {
	readonly node: FlowNode;
	readonly inputs: NodeInputs;
	readonly request: RunRequest;
	readonly context: RunContext;
	/** The run's effective session: the request's, else the Chat Input's own, else the flow id. */
	readonly sessionId: string;
	/** Id of the user row that this run has stored; undefined when there is none. */
	readonly storedInputId: string | undefined;
	/** Id under which tokens of this node's text are streamed. */
	readonly messageId: string;
	/** Tells what an agent or model does. Tokens are dropped unless the node's text goes straight to a chat output. */
	readonly emit: (event: AgentEvent) => void;
	readonly warn: (text: string) => void;
	/** What people and models may be told of an error: no secret of this run, and nothing that a database says of itself. */
	readonly failureText: (error: unknown) => string;
	/** Registers what is to be closed when the run ends, however it ends. */
	readonly onRunEnd: (close: () => Promise<void>) => void;
	/** What this run has stored so far. */
	readonly rows: RunRows;
}

/** The outputs of one execution, each computed when it is wanted and only once. */
export type NodeOutputs = Readonly<Record<string, () => Promise<FlowValue>>>;

/** The output through which a component becomes tools of an Agent; a component that can has it among its outputs. */
export const toolOutput: OutputDefinition = { name: "component_as_tool", displayName: "Toolset", types: ["Tool"], aliases: ["api_build_tool", "tools"] };

/** A component: one file, one exported definition. */
export interface ComponentDefinition {
	/** The type that flow JSON names, e.g. `ChatInput`. */
	readonly type: string;
	/** Other types under which older or newer exports have it. */
	readonly aliases?: readonly string[];
	readonly category: string;
	readonly displayName: string;
	readonly description: string;
	readonly icon: string;
	readonly fields: readonly Field[];
	readonly outputs: readonly OutputDefinition[];
	/** Takes the request's input value, as chat or as text. */
	readonly receives?: "chat" | "text";
	/** Is an output of the flow, as chat or as text. */
	readonly delivers?: "chat" | "text";
	/** What it gives comes from its own fields and what is connected to them alone: it reads no chat and asks nobody. */
	readonly pure?: true;
	/** Writes chat rows, so it runs before others that are ready: what they read is the same in every run. */
	readonly storesMessages?: boolean;
	/** Only for older exports: new flows have something better. */
	readonly legacy?: boolean;
	/**
	 * The node can be an Agent's tool: its fields with `toolMode` are the arguments, the text of `output` is the result. Without a name the tool is called after
	 * the node. Components that make their tools themselves give the output `component_as_tool` instead.
	 */
	readonly asTool?: { readonly name?: string; readonly description: string; readonly output: string };
	/** Fields that follow from the values of others, such as a prompt's variables. */
	readonly dynamicFields?: (values: Readonly<Record<string, Json>>) => readonly Field[];
	/** @returns the template with `show` flags and entries as they must be after `field` became `value`. */
	readonly updateBuildConfig?: (template: JsonObject, field: string, value: Json) => JsonObject;
	/** Starts one execution. Errors that are the flow's fault are FlowErrors. */
	readonly run: (call: NodeCall) => NodeOutputs;
}
