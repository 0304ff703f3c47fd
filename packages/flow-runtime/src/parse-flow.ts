import * as z from "zod";
import { describeIssues } from "./describe-issues.ts";
import type { Flow, FlowEdge, FlowNode } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import { parseSourceHandle, parseTargetHandle } from "./handle.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";

const text = z.string().catch("");
const flowShape = z.looseObject({ id: text, name: text, data: z.looseObject({ nodes: z.array(z.unknown()), edges: z.array(z.unknown()) }).nullable() });
const outputShape = z.looseObject({ name: z.string(), types: z.array(z.string()).nullish().catch([]) });
const nodeShape = z.looseObject({
	id: z.string().min(1),
	type: text,
	data: z.looseObject({
		type: text,
		display_name: text,
		selected_output: z.string().optional().catch(undefined),
		node: z.looseObject({ display_name: text, outputs: z.array(z.unknown()).catch([]) }),
	}),
});
const edgeShape = z.looseObject({ source: z.string(), target: z.string() });

/**
 * Reads a Langflow flow, as text or as a parsed value. Everything in it is kept, known or not; what the runtime depends on must have the right shape.
 * Whether the flow can run is another question: see `checkFlow`.
 * @throws FlowError `malformed-flow`, `malformed-node`, `malformed-edge`, `duplicate-node`.
 */
export function parseFlow(json: unknown): Flow {
	const document = cloneJson(typeof json === "string" ? parseText(json) : json);
	const parsed = flowShape.safeParse(document);
	if (!isJsonObject(document) || !parsed.success) {
		const problem = isJsonObject(document) && parsed.error ? describeIssues(parsed.error) : "it is not a JSON object.";
		throw new FlowError({
			code: "malformed-flow",
			message: `This is not a Langflow flow: ${problem}`,
			remedy: "Give the exported JSON with data.nodes and data.edges.",
		});
	}
	const { id, name, data } = parsed.data;
	const flow = { document, id, name, nodes: (data?.nodes ?? []).flatMap(readNode), edges: (data?.edges ?? []).map(readEdge) };
	refuseDuplicates(flow.nodes);
	return flow;
}

/** @returns the flow's document, equal to what was parsed except for changes made through this package. A copy: changing it changes no flow. */
export function serializeFlow(flow: Flow): JsonObject {
	return structuredClone(flow.document);
}

function cloneJson(value: unknown): unknown {
	try {
		return structuredClone(value);
	} catch (cause) {
		throw new FlowError({
			code: "malformed-flow",
			message: "The flow is nested too deeply, or is not plain JSON.",
			remedy: "Give the exported file unchanged.",
			cause,
		});
	}
}

function parseText(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch (cause) {
		throw new FlowError({
			code: "malformed-flow",
			message: `The flow is not JSON: ${cause instanceof Error ? cause.message : ""}.`,
			remedy: "Give the exported file unchanged.",
			cause,
		});
	}
}

function readNode(value: unknown, index: number): FlowNode[] {
	if (isNote(value)) return [];
	const parsed = nodeShape.safeParse(value);
	if (!parsed.success) {
		const id = isJsonObject(value) && typeof value.id === "string" ? value.id : undefined;
		throw new FlowError({
			code: "malformed-node",
			message: `Node ${id ?? `number ${index + 1}`} cannot be read: ${describeIssues(parsed.error)}`,
			remedy: "A node needs id, data.type and data.node.template; export the flow again or remove the node.",
			...(id === undefined ? {} : { nodeId: id }),
		});
	}
	const { id, data } = parsed.data;
	const outputs = data.node.outputs.flatMap((output) => {
		const read = outputShape.safeParse(output);
		return read.success ? [{ name: read.data.name, types: read.data.types ?? [] }] : [];
	});
	return [
		{
			id,
			type: data.type,
			displayName: data.display_name || data.node.display_name || data.type || id,
			template: entriesOf(templateOf(value)),
			outputs,
			selectedOutput: data.selected_output,
		},
	];
}

function isNote(value: unknown): boolean {
	if (!isJsonObject(value)) return false;
	return value.type === "noteNode" || (isJsonObject(value.data) && value.data.type === "note");
}

/** From the document itself, not from zod's copy: a field may have any name. */
function templateOf(node: unknown): Json | undefined {
	const data = isJsonObject(node) ? node.data : undefined;
	const inner = isJsonObject(data) ? data.node : undefined;
	return isJsonObject(inner) ? inner.template : undefined;
}

function entriesOf(template: Json | undefined): Record<string, JsonObject> {
	const entries = isJsonObject(template) ? Object.entries(template) : [];
	return Object.fromEntries(entries.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

function readEdge(value: unknown, index: number): FlowEdge {
	const parsed = edgeShape.safeParse(value);
	if (!parsed.success || !isJsonObject(value)) {
		throw new FlowError({
			code: "malformed-edge",
			message: `Edge number ${index + 1} cannot be read: ${parsed.error ? describeIssues(parsed.error) : ""}`,
			remedy: "An edge needs source and target; draw it again or remove it.",
		});
	}
	const kept = isJsonObject(value.data) ? value.data : {};
	return {
		source: parsed.data.source,
		target: parsed.data.target,
		sourceHandle: parseSourceHandle(value.sourceHandle) ?? parseSourceHandle(kept.sourceHandle),
		targetHandle: parseTargetHandle(value.targetHandle) ?? parseTargetHandle(kept.targetHandle),
	};
}

function refuseDuplicates(nodes: readonly FlowNode[]): void {
	const seen = new Map<string, FlowNode>();
	for (const node of nodes) {
		const first = seen.get(node.id);
		if (first) {
			throw new FlowError({
				code: "duplicate-node",
				message: `Two nodes have the id ${node.id}: "${first.displayName}" and "${node.displayName}".`,
				remedy: "Give one of them another id, in its node and its edges.",
				nodeId: node.id,
				nodeType: node.type,
			});
		}
		seen.set(node.id, node);
	}
}
