import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import type { Catalogue } from "./catalogue.ts";
import { edgesOf, type FlowDocument, idOf, nodesOf, textAt } from "./document.ts";

/** What keeps a flow from running, by the node that it belongs to. */
export function flowProblems(document: FlowDocument, catalogue: Catalogue): ReadonlyMap<string, string> {
	const problems = new Map<string, string>();
	const ids = new Set(nodesOf(document).map(idOf));
	for (const node of nodesOf(document)) {
		if (!isNote(node) && !catalogue.find(textAt(node, "data", "type"))) problems.set(idOf(node), unsupported(node));
	}
	for (const edge of edgesOf(document)) {
		const [source, target] = [textAt(edge, "source"), textAt(edge, "target")];
		if (ids.has(source) && !ids.has(target)) problems.set(source, `An edge leads from here to ${target}, which is not in the flow.`);
		if (ids.has(target) && !ids.has(source)) problems.set(target, `An edge leads here from ${source}, which is not in the flow.`);
	}
	return problems;
}

export function isNote(node: JsonObject): boolean {
	return textAt(node, "type") === "noteNode" || textAt(node, "data", "type") === "note";
}

function unsupported(node: JsonObject): string {
	return `Foldback has no component ${textAt(node, "data", "type") || "of this kind"}. The node is kept as it is, also in exports, but the flow cannot run with it.`;
}
