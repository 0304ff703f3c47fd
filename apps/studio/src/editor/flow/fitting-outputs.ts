import { outputOfEdge } from "../canvas/canvas-elements.ts";
import type { Catalogue } from "./catalogue.ts";
import { fieldOfEdge, whyNotConnect } from "./connect.ts";
import { edgesOf, type FlowDocument, findNode, idOf, nodesOf, textAt } from "./document.ts";
import { outputsOf } from "./outputs.ts";

/** An output that a field can be, or is, connected to. */
export interface FittingOutput {
	readonly source: string;
	readonly output: string;
	/** `Chat Input · Message` */
	readonly label: string;
	readonly connected: boolean;
}

/** Every output of the flow that fits a field, and those that are connected to it even if they do not fit. */
export function fittingOutputs(document: FlowDocument, catalogue: Catalogue, target: string, field: string): readonly FittingOutput[] {
	const connected = new Set(
		edgesOf(document)
			.filter((edge) => textAt(edge, "target") === target && fieldOfEdge(edge) === field)
			.map((edge) => {
				const source = findNode(document, textAt(edge, "source"));
				return JSON.stringify([textAt(edge, "source"), source ? outputOfEdge(edge, source) : ""]);
			}),
	);
	return nodesOf(document).flatMap((node) =>
		outputsOf(node).flatMap((output) => {
			const source = idOf(node);
			const isConnected = connected.has(JSON.stringify([source, output.name]));
			const fits = isConnected || whyNotConnect(document, catalogue, { source, output: output.name, target, field }) === undefined;
			const name = textAt(node, "data", "node", "display_name") || textAt(node, "data", "type");
			return fits ? [{ source, output: output.name, label: `${name} · ${output.displayName}`, connected: isConnected }] : [];
		}),
	);
}
