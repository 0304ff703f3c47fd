import { isJsonObject, type Json, type JsonObject, withKey } from "@foldback/flow-runtime/flow-json";
import type { Component } from "./catalogue.ts";
import { changeList, changeNode, type FlowDocument, idOf, nodesOf, own, textAt, withPath } from "./document.ts";
import { toolset } from "./outputs.ts";

/** Where something stands on the canvas, in its own pixels. */
export interface Position {
	readonly x: number;
	readonly y: number;
}

/** Langflow's kind of id: the type and five characters. */
export function newNodeId(document: FlowDocument, type: string, random: () => number = Math.random): string {
	const taken = new Set(nodesOf(document).map(idOf));
	for (;;) {
		const id = `${type}-${Array.from({ length: 5 }, () => idCharacters.charAt(Math.floor(random() * idCharacters.length))).join("")}`;
		if (!taken.has(id)) return id;
	}
}

const idCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A fresh node of a component. */
export function componentNode(component: Component, id: string, position: Position): JsonObject {
	return { id, type: "genericNode", position: { ...position }, data: { id, type: component.type, showNode: true, node: component.node } };
}

/** A fresh note. */
export function noteNode(id: string, position: Position): JsonObject {
	const node = { description: "", display_name: "", documentation: "", template: { backgroundColor: "amber" } };
	return { id, type: "noteNode", position: { ...position }, data: { id, type: "note", node } };
}

export function addNodes(document: FlowDocument, nodes: readonly JsonObject[], edges: readonly JsonObject[] = []): FlowDocument {
	const withNodes = changeList(document, "nodes", (before) => [...before, ...nodes]);
	return changeList(withNodes, "edges", (before) => [...before, ...edges]);
}

/** Removes nodes with the edges at them, and edges by their place in the document. */
export function removeElements(document: FlowDocument, nodeIds: ReadonlySet<string>, edgeIndexes: ReadonlySet<number>): FlowDocument {
	const isGone = (edge: Json, index: number) => edgeIndexes.has(index) || nodeIds.has(textAt(edge, "source")) || nodeIds.has(textAt(edge, "target"));
	const withoutEdges = changeList(document, "edges", (edges) => edges.filter((edge, index) => !isGone(edge, index)));
	return changeList(withoutEdges, "nodes", (nodes) => nodes.filter((node) => !isJsonObject(node) || !nodeIds.has(idOf(node))));
}

export function moveNodes(document: FlowDocument, positions: ReadonlyMap<string, Position>): FlowDocument {
	return changeList(document, "nodes", (nodes) =>
		nodes.map((node) => {
			const position = isJsonObject(node) ? positions.get(idOf(node)) : undefined;
			if (!position || !isJsonObject(node)) return node;
			const before = own(node, "position");
			if (own(before, "x") === position.x && own(before, "y") === position.y) return node;
			return withKey(node, "position", { ...(isJsonObject(before) ? before : {}), x: position.x, y: position.y });
		}),
	);
}

/** Another name for a node. */
export function renameNode(document: FlowDocument, nodeId: string, name: string): FlowDocument {
	return changeNode(document, nodeId, (node) => withPath(node, ["data", "node", "display_name"], name));
}

export function changeNote(document: FlowDocument, nodeId: string, text: string): FlowDocument {
	return changeNode(document, nodeId, (node) => withPath(node, ["data", "node", "description"], text));
}

/** A node that an Agent can use gives its toolset instead of its results; the edges of the other outputs go. */
export function setToolMode(document: FlowDocument, nodeId: string, on: boolean, component: Component): FlowDocument {
	const outputs = on ? [toolset] : (own(component.node, "outputs") ?? []);
	const changed = changeNode(document, nodeId, (node) => withPath(withPath(node, ["data", "node", "tool_mode"], on), ["data", "node", "outputs"], outputs));
	return changeList(changed, "edges", (edges) => edges.filter((edge) => textAt(edge, "source") !== nodeId));
}
