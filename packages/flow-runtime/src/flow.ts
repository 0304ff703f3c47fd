import type { SourceHandle, TargetHandle } from "./handle.ts";
import type { Json, JsonObject } from "./json.ts";

/** A component of a flow, read from the document. Notes are not nodes. */
export interface FlowNode {
	readonly id: string;
	/** The component's type, e.g. `Agent`; `''` when the document names none. */
	readonly type: string;
	/** As shown in the editor: its own name, else the component's. */
	readonly displayName: string;
	/** Template entries by field name, without entries that are not objects. */
	readonly template: Readonly<Record<string, JsonObject>>;
	readonly outputs: readonly { readonly name: string; readonly types: readonly string[] }[];
	readonly selectedOutput: string | undefined;
}

/** An edge, read from the document. A handle is undefined when it could not be read. */
export interface FlowEdge {
	readonly source: string;
	readonly target: string;
	readonly sourceHandle: SourceHandle | undefined;
	readonly targetHandle: TargetHandle | undefined;
}

/** A flow: its document exactly as imported, and views of what the runtime depends on. */
export interface Flow {
	readonly document: JsonObject;
	/** `''` when the document has none. */
	readonly id: string;
	readonly name: string;
	readonly nodes: readonly FlowNode[];
	readonly edges: readonly FlowEdge[];
}

/**
 * @returns the value that the document has for a field, or undefined when it has no such entry. Of a file field that is the path of the upload: its
 * `value` holds the names that the editor shows.
 */
export function savedValue(node: FlowNode, field: string): Json | undefined {
	const entry = Object.hasOwn(node.template, field) ? node.template[field] : undefined;
	const path = entry?.type === "file" ? entry.file_path : undefined;
	return (Array.isArray(path) ? path.length > 0 : typeof path === "string" && path !== "") ? path : entry?.value;
}

/** `"Agent" (Agent-D0Kx2, type Agent)`: how errors name a node. */
export function nameOf(node: Pick<FlowNode, "id" | "displayName" | "type">): string {
	return `"${node.displayName}" (${node.id}, type ${node.type || "unknown"})`;
}
