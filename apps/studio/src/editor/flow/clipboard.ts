import { isJsonObject, type Json, type JsonObject, withKey } from "@foldback/flow-runtime/flow-json";
import { edgesOf, type FlowDocument, idOf, nodesOf, own, textAt, withPath } from "./document.ts";
import { addNodes, newNodeId, type Position } from "./edit-nodes.ts";

/** What marks our part of the clipboard. */
const kind = "foldback/nodes";

/** @returns nodes with the edges between them as text for the clipboard. */
export function copyNodes(document: FlowDocument, nodeIds: ReadonlySet<string>): string {
	const nodes = nodesOf(document).filter((node) => nodeIds.has(idOf(node)));
	const edges = edgesOf(document).filter((edge) => nodeIds.has(textAt(edge, "source")) && nodeIds.has(textAt(edge, "target")));
	return JSON.stringify({ kind, nodes, edges });
}

/** What was copied, or undefined for any other text. */
export function readClipboard(text: string): { readonly nodes: readonly JsonObject[]; readonly edges: readonly JsonObject[] } | undefined {
	if (!text.startsWith("{")) return undefined;
	try {
		const parsed: unknown = JSON.parse(text);
		if (!isJsonObject(parsed) || parsed.kind !== kind) return undefined;
		const nodes = Array.isArray(parsed.nodes) ? parsed.nodes.filter(isJsonObject) : [];
		const edges = Array.isArray(parsed.edges) ? parsed.edges.filter(isJsonObject) : [];
		return nodes.length > 0 ? { nodes, edges } : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Adds copies under new ids, moved by `offset`, with the edges between them.
 * @returns the document and the ids of the copies.
 */
export function pasteNodes(
	document: FlowDocument,
	copied: NonNullable<ReturnType<typeof readClipboard>>,
	offset: Position,
	random: () => number = Math.random,
): { readonly document: FlowDocument; readonly nodeIds: ReadonlySet<string> } {
	const ids = new Map<string, string>();
	let taken = document;
	const nodes = copied.nodes.map((node) => {
		const id = newNodeId(taken, textAt(node, "data", "type") || "node", random);
		ids.set(idOf(node), id);
		const copy = moved(withPath(withKey(node, "id", id), ["data", "id"], id), offset);
		taken = addNodes(taken, [copy]);
		return copy;
	});
	const edges = copied.edges.map((edge) => renamed(edge, ids));
	return { document: addNodes(taken, [], edges), nodeIds: new Set(nodes.map(idOf)) };
}

function moved(node: JsonObject, offset: Position): JsonObject {
	const [x, y] = [own(own(node, "position"), "x"), own(own(node, "position"), "y")];
	return withKey(node, "position", { x: (typeof x === "number" ? x : 0) + offset.x, y: (typeof y === "number" ? y : 0) + offset.y });
}

/** Node ids are unlike any other text, so that everything in an edge that holds one means the node. */
function renamed(edge: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
	const inText = (text: string) => [...ids].reduce((changed, [from, to]) => changed.replaceAll(from, () => to), text);
	const inside = (value: Json): Json => {
		if (typeof value === "string") return inText(value);
		if (Array.isArray(value)) return value.map(inside);
		return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(inner)])) : value;
	};
	const changed = inside(edge);
	return isJsonObject(changed) ? changed : edge;
}
