import type { Json, JsonObject } from "@foldback/flow-runtime/flow-json";
import { parseTargetHandle } from "@foldback/flow-runtime/flow-json";
import type { Catalogue } from "./catalogue.ts";
import { changeList, edgesOf, type FlowDocument, findNode, idOf, own, textAt } from "./document.ts";
import { findField, type NodeField } from "./field.ts";
import { type NodeOutput, outputsOf } from "./outputs.ts";

/** Two ends that may become an edge. */
export interface Connection {
	readonly source: string;
	readonly output: string;
	readonly target: string;
	readonly field: string;
}

interface Ends {
	readonly source: JsonObject;
	readonly target: JsonObject;
	readonly output: NodeOutput;
	readonly field: NodeField;
}

/** @returns why these two do not fit, in words, or undefined when they do. */
export function whyNotConnect(document: FlowDocument, catalogue: Catalogue, connection: Connection): string | undefined {
	const ends = endsOf(document, catalogue, connection);
	if (!ends) return "One end is not there any more.";
	const { output, field } = ends;
	if (connection.source === connection.target) return "A component cannot be connected to itself.";
	if (!output.types.some((type) => field.inputTypes.includes(type))) {
		return `${output.displayName} gives ${orList(output.types)}; ${field.displayName} takes ${orList(field.inputTypes)}.`;
	}
	if (reaches(document, connection.target, connection.source)) return "That would make a circle: the flow would never end.";
	return undefined;
}

/** Adds an edge as Langflow writes it. A field that takes one value loses the edge that it had. */
export function connect(document: FlowDocument, catalogue: Catalogue, connection: Connection): FlowDocument {
	const ends = endsOf(document, catalogue, connection);
	if (!ends) return document;
	const edge = createEdge(ends);
	const takesMany = own(ends.field.entry, "list") === true;
	const replaced = takesMany ? document : disconnect(document, connection);
	return changeList(replaced, "edges", (edges) => (edges.some((entry) => textAt(entry, "id") === textAt(edge, "id")) ? edges : [...edges, edge]));
}

/** Removes the edges into a field. */
export function disconnect(document: FlowDocument, { target, field }: Pick<Connection, "target" | "field">): FlowDocument {
	return changeList(document, "edges", (edges) => edges.filter((edge) => textAt(edge, "target") !== target || fieldOfEdge(edge) !== field));
}

/** The field that an edge leads into; `''` when it cannot be read. */
export function fieldOfEdge(edge: Json): string {
	const handle = parseTargetHandle(own(edge, "targetHandle")) ?? parseTargetHandle(own(own(edge, "data"), "targetHandle"));
	return handle?.fieldName ?? "";
}

function endsOf(document: FlowDocument, catalogue: Catalogue, connection: Connection): Ends | undefined {
	const source = findNode(document, connection.source);
	const target = findNode(document, connection.target);
	const output = source && outputsOf(source).find(({ name }) => name === connection.output);
	const field = target && findField(target, catalogue.find(textAt(target, "data", "type")), connection.field);
	return source && target && output && field ? { source, target, output, field } : undefined;
}

function createEdge({ source, target, output, field }: Ends): JsonObject {
	const sourceHandle = { dataType: textAt(source, "data", "type"), id: idOf(source), name: output.name, output_types: output.types };
	const targetHandle = { fieldName: field.name, id: idOf(target), inputTypes: field.inputTypes, type: field.type };
	const [from, to] = [handleText(sourceHandle), handleText(targetHandle)];
	return {
		animated: false,
		className: "",
		data: { sourceHandle, targetHandle },
		id: `xy-edge__${idOf(source)}${from}-${idOf(target)}${to}`,
		selected: false,
		source: idOf(source),
		sourceHandle: from,
		target: idOf(target),
		targetHandle: to,
	};
}

function handleText(handle: JsonObject): string {
	return JSON.stringify(handle).replaceAll('"', "œ");
}

function reaches(document: FlowDocument, from: string, to: string): boolean {
	const next = Map.groupBy(edgesOf(document), (edge) => textAt(edge, "source"));
	const seen = new Set<string>();
	const waiting = [from];
	for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
		if (id === to) return true;
		if (seen.has(id)) continue;
		seen.add(id);
		waiting.push(...(next.get(id) ?? []).map((edge) => textAt(edge, "target")));
	}
	return false;
}

function orList(types: readonly string[]): string {
	return types.length === 0 ? "nothing" : new Intl.ListFormat("en", { type: "disjunction" }).format(types);
}
