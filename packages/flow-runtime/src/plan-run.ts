import { type Link, linksOf } from "./check-flow.ts";
import type { ComponentDefinition } from "./component.ts";
import { type Flow, type FlowNode, nameOf } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import type { ComponentRegistry } from "./registry.ts";
import type { RunRequest } from "./run-context.ts";
import { sortByDependency } from "./sort-by-dependency.ts";

/** One node that must run. */
export interface PlannedNode {
	readonly node: FlowNode;
	readonly definition: ComponentDefinition;
	/** What comes in, in the document's order. */
	readonly incoming: readonly Link[];
	/** Names of the outputs that somebody needs. */
	readonly outputs: readonly string[];
	/** The output whose value the caller wants; undefined when the node only feeds others. */
	readonly wanted: string | undefined;
	/** Its text goes straight to a chat output, so it is shown while it is made. */
	readonly shown: boolean;
}

/**
 * Decides what runs, and in which order: only nodes that the wanted outputs need, each after everything it needs, and the chat inputs
 * first (they store the user's row).
 * @throws FlowError when the flow cannot run or has no such output.
 */
export function planRun(flow: Flow, registry: ComponentRegistry, request: Pick<RunRequest, "outputType" | "outputComponent">): readonly PlannedNode[] {
	const links = linksOf(flow, registry);
	const incoming = Map.groupBy(links, (link) => link.target);
	const outgoing = Map.groupBy(links, (link) => link.source);
	const definitionOf = (node: FlowNode) => {
		const definition = registry.get(node.type);
		if (!definition) throw new Error(`No definition for ${node.type}: linksOf should have refused it.`);
		return definition;
	};
	const wanted = new Map(wantedNodes(flow, request, definitionOf).map((node) => [node, wantedOutput(node, definitionOf(node), request)] as const));
	const receivers = flow.nodes.filter((node) => definitionOf(node).receives === "chat");
	const sorted = sortByDependency([...receivers, ...wanted.keys()], (node) => (incoming.get(node) ?? []).map((link) => link.source));
	const order = new Set("order" in sorted ? sorted.order : []);
	return [...order].map((node): PlannedNode => {
		const used = (outgoing.get(node) ?? []).filter((link) => order.has(link.target));
		const alone = used.length === 0 ? definitionOf(node).outputs[0]?.name : undefined;
		const names = [...used.map((link) => link.output), wanted.get(node) ?? alone];
		return {
			node,
			definition: definitionOf(node),
			incoming: incoming.get(node) ?? [],
			outputs: [...new Set(names.filter((name) => name !== undefined))],
			wanted: wanted.get(node),
			shown: used.some((link) => definitionOf(link.target).delivers === "chat" && link.field === "input_value"),
		};
	});
}

function wantedNodes(
	flow: Flow,
	{ outputType, outputComponent }: Pick<RunRequest, "outputType" | "outputComponent">,
	definitionOf: (node: FlowNode) => ComponentDefinition,
): readonly FlowNode[] {
	if (outputComponent !== "") {
		const named = flow.nodes.filter((node) => node.id === outputComponent || node.displayName === outputComponent);
		if (named.length > 0) return named;
		throw new FlowError({
			code: "no-output",
			message: `The flow has no node ${outputComponent}, which output_component asks for.`,
			remedy: `Name one of these: ${flow.nodes.map((node) => node.id).join(", ")}.`,
			field: "output_component",
		});
	}
	if (outputType === "debug") return flow.nodes.filter((node) => messageOutput(node, definitionOf(node)) !== undefined);
	const outputs = flow.nodes.filter((node) => {
		const { delivers } = definitionOf(node);
		return delivers !== undefined && (outputType === "any" || outputType === delivers);
	});
	if (outputs.length > 0) return outputs;
	throw new FlowError({
		code: "no-output",
		message: `The flow has no ${outputType === "any" ? "chat or text" : outputType} output.`,
		remedy: `Add a ${outputType === "text" ? "Text Output" : "Chat Output"}, or name a node in output_component.`,
		field: "output_type",
	});
}

function wantedOutput(node: FlowNode, definition: ComponentDefinition, request: Pick<RunRequest, "outputComponent">): string {
	const name = messageOutput(node, definition);
	if (name !== undefined) return name;
	throw new FlowError({
		code: "no-output",
		message: `Node ${nameOf(node)} has no output with text.`,
		remedy: "Name another node in output_component.",
		nodeId: node.id,
		nodeType: node.type,
		field: request.outputComponent === "" ? "output_type" : "output_component",
	});
}

/** The selected output, else the first with text or data; none when the selected one carries neither, as with a node that is used as a tool or a model. */
function messageOutput(node: FlowNode, definition: ComponentDefinition): string | undefined {
	const { outputs } = definition;
	const readable = outputs.filter((output) => output.types.some((type) => ["Message", "Data", "DataFrame"].includes(type)));
	const selected = outputs.find((output) => output.name === node.selectedOutput) ?? readable[0];
	return selected && readable.includes(selected) ? selected.name : undefined;
}
