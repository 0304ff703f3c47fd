import { isJsonObject, type JsonObject, parseSourceHandle } from "@foldback/flow-runtime/flow-json";
import type { Edge, Node } from "@xyflow/react";
import { fieldOfEdge } from "../flow/connect.ts";
import { at, type FlowDocument, idOf, nodesOf, own, textAt } from "../flow/document.ts";
import { isNote } from "../flow/flow-problems.ts";
import { outputsOf } from "../flow/outputs.ts";

/** A node of the document on the canvas. `data.node` keeps its identity while the node does not change. */
export type CanvasNode = Node<{ readonly node: JsonObject }, "component" | "note">;
/** An edge of the document; `data.index` is its place in the document's list. */
export type CanvasEdge = Edge<{ readonly index: number }>;

export const outputHandle = (name: string) => `out:${name}`;
export const inputHandle = (field: string) => `in:${field}`;
/** The name in a handle's id. */
export const handleName = (handle: string | null | undefined) => (handle ?? "").replace(/^(?:in|out):/, "");

/** The document's nodes on the canvas. What only the canvas knows (size, selection, a drag under way) is kept. */
export function toCanvasNodes(document: FlowDocument, before: readonly CanvasNode[]): CanvasNode[] {
	const known = new Map(before.map((node) => [node.id, node]));
	return nodesOf(document).map((node) => {
		const id = idOf(node);
		const old = known.get(id);
		const position = old?.dragging ? old.position : positionOf(node);
		const samePlace = old?.position.x === position.x && old.position.y === position.y;
		if (old && old.data.node === node && samePlace) return old;
		const data = old?.data.node === node ? old.data : { node };
		return { ...old, id, type: isNote(node) ? "note" : "component", position, data, ariaLabel: labelOf(node) };
	});
}

function labelOf(node: JsonObject): string {
	return isNote(node) ? "Note" : `${textAt(node, "data", "node", "display_name") || textAt(node, "data", "type")} node`;
}

function positionOf(node: JsonObject): { x: number; y: number } {
	const [x, y] = [at(node, "position", "x"), at(node, "position", "y")];
	return { x: typeof x === "number" ? x : 0, y: typeof y === "number" ? y : 0 };
}

/** The document's edges between nodes that exist. */
export function toCanvasEdges(document: FlowDocument, selected: ReadonlySet<string>): CanvasEdge[] {
	const nodes = new Map(nodesOf(document).map((node) => [idOf(node), node]));
	const edges = at(document, "data", "edges");
	const used = new Set<string>();
	return (Array.isArray(edges) ? edges : []).flatMap((edge, index) => {
		if (!isJsonObject(edge)) return [];
		const [source, target] = [textAt(edge, "source"), textAt(edge, "target")];
		const from = nodes.get(source);
		if (!from || !nodes.has(target)) return [];
		const given = textAt(edge, "id");
		const id = given === "" || used.has(given) ? `edge-${index}` : given;
		used.add(id);
		const handles = { sourceHandle: outputHandle(outputOfEdge(edge, from)), targetHandle: inputHandle(fieldOfEdge(edge)) };
		return [{ id, source, target, ...handles, data: { index }, selected: selected.has(id) }];
	});
}

/** Old exports name only the types of an output: then it is the selected one, or the first with such a type. */
export function outputOfEdge(edge: JsonObject, source: JsonObject): string {
	const handle = parseSourceHandle(own(edge, "sourceHandle")) ?? parseSourceHandle(at(edge, "data", "sourceHandle"));
	if (handle && handle.name !== "") return handle.name;
	const outputs = outputsOf(source);
	const selected = outputs.find(({ name }) => name === textAt(source, "data", "selected_output"));
	return (selected ?? outputs.find(({ types }) => types.some((type) => handle?.outputTypes.includes(type))) ?? outputs[0])?.name ?? "";
}
