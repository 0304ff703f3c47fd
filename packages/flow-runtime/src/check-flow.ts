import type { ComponentDefinition } from "./component.ts";
import { type Flow, type FlowEdge, type FlowNode, nameOf } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import type { ComponentRegistry } from "./registry.ts";
import { sortByDependency } from "./sort-by-dependency.ts";

/** An edge between two nodes that both exist, with readable handles. */
export interface Link {
	readonly source: FlowNode;
	readonly target: FlowNode;
	/** Name of the source's output. */
	readonly output: string;
	/** Name of the target's field. */
	readonly field: string;
}

/**
 * What keeps a flow from running, whatever is asked of it: unsupported nodes, broken edges, cycles.
 * @returns one error per problem, in the document's order; empty when the flow can run.
 */
export function checkFlow(flow: Flow, registry: ComponentRegistry): readonly FlowError[] {
	return readLinks(flow, registry).errors;
}

/**
 * The flow's links.
 * @throws FlowError the first problem of `checkFlow`.
 */
export function linksOf(flow: Flow, registry: ComponentRegistry): readonly Link[] {
	const { links, errors } = readLinks(flow, registry);
	if (errors[0]) throw errors[0];
	return links;
}

function readLinks(flow: Flow, registry: ComponentRegistry): { links: readonly Link[]; errors: readonly FlowError[] } {
	const errors = flow.nodes.filter((node) => !registry.get(node.type)).map(unsupportedNode);
	const links: Link[] = [];
	const byId = new Map(flow.nodes.map((node) => [node.id, node]));
	for (const edge of flow.edges) {
		const link = readLink(byId, registry, edge);
		if (FlowError.isInstance(link)) errors.push(link);
		else if (link) links.push(link);
	}
	const incoming = Map.groupBy(links, (link) => link.target);
	const sorted = sortByDependency(flow.nodes, (node) => (incoming.get(node) ?? []).map((link) => link.source));
	if ("cycle" in sorted) errors.push(cycleError(sorted.cycle));
	return { links, errors };
}

function unsupportedNode(node: FlowNode): FlowError {
	return new FlowError({
		code: "unsupported-node",
		message: `Node ${nameOf(node)} is not supported.`,
		remedy: "Remove it or replace it with a supported component.",
		nodeId: node.id,
		nodeType: node.type,
	});
}

function readLink(nodes: ReadonlyMap<string, FlowNode>, registry: ComponentRegistry, edge: FlowEdge): Link | FlowError | undefined {
	const source = nodes.get(edge.source);
	const target = nodes.get(edge.target);
	if (!source || !target) return danglingEdge(edge, source, target);
	const { sourceHandle, targetHandle } = edge;
	if (!sourceHandle || sourceHandle.id !== source.id) return malformedHandle(source, `source handle of the edge to ${nameOf(target)}`);
	if (!targetHandle || targetHandle.id !== target.id) return malformedHandle(target, `target handle of the edge from ${nameOf(source)}`);
	const definition = registry.get(source.type);
	if (!definition) return undefined;
	const output = outputName(source, definition, sourceHandle);
	if (output === undefined) return unsupportedOutput(source, definition, sourceHandle.name);
	return { source, target, output, field: targetHandle.fieldName };
}

/** Handles of old exports name only the types of an output: then it is the selected one, or the first with such a type. */
function outputName(source: FlowNode, definition: ComponentDefinition, handle: { name: string; outputTypes: readonly string[] }): string | undefined {
	const { outputs } = definition;
	if (handle.name !== "") return outputs.find(({ name, aliases }) => name === handle.name || aliases?.includes(handle.name))?.name;
	const selected = outputs.find((output) => output.name === source.selectedOutput);
	return (selected ?? outputs.find((output) => output.types.some((type) => handle.outputTypes.includes(type))) ?? outputs[0])?.name;
}

function danglingEdge(edge: FlowEdge, source: FlowNode | undefined, target: FlowNode | undefined): FlowError {
	const missing = source ? edge.target : edge.source;
	const there = source ?? target;
	return new FlowError({
		code: "dangling-edge",
		message: `The edge from ${edge.source} to ${edge.target} leads ${source ? "to" : "from"} ${missing}, which is not in the flow.`,
		remedy: "Remove the edge or put the node back.",
		nodeId: there?.id ?? missing,
		...(there ? { nodeType: there.type } : {}),
	});
}

function malformedHandle(node: FlowNode, what: string): FlowError {
	return new FlowError({
		code: "malformed-handle",
		message: `Node ${nameOf(node)}: the ${what} cannot be read or names another node.`,
		remedy: "Remove the edge and draw it again.",
		nodeId: node.id,
		nodeType: node.type,
	});
}

function unsupportedOutput(node: FlowNode, definition: ComponentDefinition, name: string): FlowError {
	return new FlowError({
		code: "unsupported-output",
		message: `Node ${nameOf(node)} has no output ${name}.`,
		remedy: `Connect one of these instead: ${definition.outputs.map((output) => output.name).join(", ")}.`,
		nodeId: node.id,
		nodeType: node.type,
	});
}

function cycleError(cycle: readonly FlowNode[]): FlowError {
	return new FlowError({
		code: "cycle",
		message: `These nodes form a cycle: ${cycle.map(nameOf).join(" → ")}.`,
		remedy: "Remove one of the edges between them.",
		...(cycle[0] ? { nodeId: cycle[0].id, nodeType: cycle[0].type } : {}),
	});
}
