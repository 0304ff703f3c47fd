import type { AgentEvent, ModelProvider } from "@foldback/agent-component";
import type { MessageSource, SessionCompressor } from "@foldback/session-compressor";
import type { FileReader } from "./files.ts";

/** A chat message on an edge between components; `id` is set once it is stored. In a call of `MessageWriter.append` it is the id that the row shall get. */
export interface FlowMessage {
	readonly id?: string;
	readonly text: string;
	readonly sender: "User" | "Machine";
	readonly senderName: string;
	readonly sessionId: string;
	readonly contextId: string;
	readonly files: readonly string[];
	readonly timestampMs?: number;
	readonly properties?: Readonly<Record<string, unknown>>;
	readonly contentBlocks?: readonly unknown[];
	readonly durationMs?: number;
	readonly error?: boolean;
	/** Absent: `message`, or `error` when `error` is true. */
	readonly category?: "message" | "error" | "warning" | "info";
}

/** Stores chat rows for the run's flow and user. A port: the host backs it with its database; without one rows are only passed on. */
export interface MessageWriter {
	/**
	 * A message that has an `id` is stored under it: its text was streamed under that id. With `answers`, the id of the stored user row of this run. `input-gone`: that row was deleted meanwhile, so the answer is discarded.
	 * The stored message may name another session, when the session was renamed meanwhile.
	 */
	append(
		message: FlowMessage,
		options?: { readonly answers?: string },
	): Promise<
		| { readonly stored: true; readonly message: FlowMessage & { readonly id: string; readonly timestampMs: number } }
		| { readonly stored: false; readonly reason: string }
	>;
}

/** What happens in a run. Events of one node are in order; those of nodes that run at the same time mix. */
export type RunEvent =
	| { readonly type: "node-started"; readonly nodeId: string }
	| { readonly type: "node-finished"; readonly nodeId: string; readonly durationMs: number }
	/** The node hangs on a branch that was not taken, so it did not run. */
	| { readonly type: "node-skipped"; readonly nodeId: string }
	| {
			readonly type: "message-stored";
			readonly nodeId: string;
			readonly message: FlowMessage & { readonly id: string; readonly timestampMs: number };
			/** The `messageId` of the agent events that streamed this text; equal to `message.id` unless the writer gave another one. */
			readonly streamedAs?: string;
	  }
	| { readonly type: "answer-discarded"; readonly nodeId: string; readonly reason: string }
	/**
	 * `shown`: the node's text goes straight to a chat output; only such nodes have `token` events, and `messageId` is the id that the stored answer will have.
	 */
	| { readonly type: "agent"; readonly nodeId: string; readonly messageId: string; readonly shown: boolean; readonly event: AgentEvent }
	| { readonly type: "warning"; readonly nodeId?: string; readonly text: string };

/** One run of a flow, as the host asks for it. */
export interface RunRequest {
	readonly flowId: string;
	readonly userId: string;
	/** `''` means the default session: the flow id. */
	readonly sessionId: string;
	readonly inputValue?: string;
	readonly inputType: "chat" | "text" | "any";
	readonly outputType: "chat" | "text" | "any" | "debug";
	/** Id of the only output wanted; `''` for all of the output type. */
	readonly outputComponent: string;
	/** `{nodeIdOrNameOrType: {field: value}}` or `{field: value}` for every node. */
	readonly tweaks: Readonly<Record<string, unknown>>;
	readonly files?: readonly string[];
}

/** Where the value of a variable would go. */
export interface VariableField {
	readonly nodeId: string;
	readonly name: string;
	/** The component treats the field as a secret: it never becomes part of a text. */
	readonly isSecret: boolean;
}

/** A stdio MCP server, as the host's configuration has it. */
export interface McpServerCommand {
	readonly command: string;
	readonly args?: readonly string[];
	/** Added to the few variables that every server gets, such as PATH; nothing else of the host's environment is passed on. */
	readonly env?: Readonly<Record<string, string>>;
	/** Working directory. */
	readonly cwd?: string;
}

/** What a run needs from its host. */
export interface RunContext {
	readonly models: ModelProvider;
	readonly messages?: MessageWriter;
	readonly source?: MessageSource;
	readonly compressor?: SessionCompressor;
	/**
	 * Addresses or CIDR ranges that the URL component may reach although they are not public, such as `127.0.0.1` in a test. Never taken from a flow.
	 */
	readonly allowAddresses?: readonly string[];
	/** Resolves a `load_from_db` name or a secret reference for one field; undefined when it is unknown or not allowed there. */
	readonly variable?: (name: string, field: VariableField) => Promise<string | undefined>;
	/** Secrets that stand in the flow itself; no error tells them. */
	readonly secrets?: readonly string[];
	/** Reads what was uploaded for this flow and user; absent: files are only named. */
	readonly files?: FileReader;
	/** The programs that MCP Tools may start, by the name that flows use. Never taken from a flow. */
	readonly mcpServers?: Readonly<Record<string, McpServerCommand>>;
	readonly onEvent: (event: RunEvent) => void;
	/** Whether somebody reads the answer as it is written; default true. False: models answer in one piece, which costs less, and there are no `token` events. */
	readonly streaming?: boolean;
	/** Work for after the run, such as a background fold. */
	readonly afterRun: (task: () => Promise<unknown>) => void;
	readonly signal: AbortSignal;
	readonly now: () => number;
}

/** One output component's result. */
export interface ComponentOutput {
	readonly componentId: string;
	readonly componentDisplayName: string;
	readonly message: FlowMessage;
}

export interface RunResult {
	readonly sessionId: string;
	readonly inputs: Readonly<Record<string, unknown>>;
	readonly outputs: readonly ComponentOutput[];
}
