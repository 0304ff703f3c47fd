import type { RunContext, RunRequest, RunResult } from "@foldback/flow-runtime";
import type { Summarizer, TurnOptions } from "@foldback/session-compressor";
import type { Json } from "@foldback/session-store";

export type FlowDocument = { readonly [key: string]: Json };

/** Resolves a `load_from_db` name or a secret reference; undefined when it is unknown or not allowed. */
export type Variables = NonNullable<RunContext["variable"]>;

/** What the host needs from the flow runtime and the agent component. A port, so that neither is loaded before it is needed. */
export interface FlowEngine {
	/** @throws FlowError for what is wrong with the flow or the request, before anything ran or while a node ran. */
	run(document: FlowDocument, request: RunRequest, context: Omit<RunContext, "models">): Promise<RunResult>;
	/**
	 * How the flow's Agents use the memory of this context: recent window, pinned keys, summary model. Empty when none does.
	 * @throws FlowError for what is wrong with the flow.
	 */
	memoryOptions(document: FlowDocument, contextId: string, variable: Variables): Promise<TurnOptions>;
	/** The summary model of Agents that name none and have none of their own. */
	defaultSummarizer(): Promise<Summarizer>;
	/**
	 * A whole node after a field was changed, with the `show` flags that follow from it.
	 * @param change.type the component's type; `''` when the request does not say.
	 * @param change.toolMode the node is an Agent's tool: then its only output is the toolset.
	 * @throws a 400 problem for a component that is not known.
	 */
	updateNode(change: {
		readonly type: string;
		readonly template: FlowDocument;
		readonly field: string;
		readonly value: Json;
		readonly toolMode: boolean;
	}): FlowDocument;
	/** @returns why models could not be given this file, or undefined when they can. */
	refuseFile(bytes: Uint8Array): { readonly kind: "invalid-input" | "too-large"; readonly reason: string } | undefined;
	/** @returns the media type of an image that browsers can show, by its bytes. */
	imageType(bytes: Uint8Array): string | undefined;
	/** The components that flows may use, as fresh nodes by category and type. */
	catalogue(): FlowDocument;
	/** The flows that a first start creates. */
	samples(): readonly FlowDocument[];
}
