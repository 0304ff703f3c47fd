import { isJsonObject, type Json, type JsonObject, withKey } from "@foldback/flow-runtime/flow-json";

/** A flow's JSON as saved: the studio changes what it knows and leaves everything else as it is. */
export type FlowDocument = JsonObject;

/** @returns the value of an own key, or undefined. */
export function own(value: Json | undefined, key: string): Json | undefined {
	return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** @returns the value at a path of own keys, or undefined. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
	return path.reduce<Json | undefined>(own, value);
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string {
	const found = at(value, ...path);
	return typeof found === "string" ? found : "";
}

/** A copy with another value at a path; objects on the way are copied, missing ones are made. The same object when nothing changes. */
export function withPath(object: JsonObject, path: readonly string[], value: Json): JsonObject {
	const [key, ...rest] = path;
	if (key === undefined) return object;
	const inner = own(object, key);
	const next = rest.length === 0 ? value : withPath(isJsonObject(inner) ? inner : {}, rest, value);
	return next === inner ? object : withKey(object, key, next);
}

/** Nodes of all kinds, notes too, in the document's order. */
export function nodesOf(document: FlowDocument): readonly JsonObject[] {
	return objects(at(document, "data", "nodes"));
}

export function edgesOf(document: FlowDocument): readonly JsonObject[] {
	return objects(at(document, "data", "edges"));
}

export function idOf(node: JsonObject): string {
	return textAt(node, "id");
}

export function findNode(document: FlowDocument, nodeId: string): JsonObject | undefined {
	return nodesOf(document).find((node) => idOf(node) === nodeId);
}

/** Replaces one node; all others keep their identity. */
export function changeNode(document: FlowDocument, nodeId: string, change: (node: JsonObject) => JsonObject): FlowDocument {
	return changeList(document, "nodes", (nodes) => nodes.map((node) => (isJsonObject(node) && idOf(node) === nodeId ? change(node) : node)));
}

/** Replaces the list of nodes or edges; entries that are no objects are the caller's to keep. The same document when the list is. */
export function changeList(document: FlowDocument, list: "nodes" | "edges", change: (entries: readonly Json[]) => readonly Json[]): FlowDocument {
	const found = at(document, "data", list);
	const entries = Array.isArray(found) ? found : [];
	const next = change(entries);
	const same = next.length === entries.length && next.every((entry, index) => entry === entries[index]);
	return same ? document : withPath(document, ["data", list], next);
}

const templatePath = ["data", "node", "template"] as const;

/** Template entries by field name; what is no object (`_type`) is left out. */
export function templateOf(node: JsonObject): Readonly<Record<string, JsonObject>> {
	const template = at(node, ...templatePath);
	const entries = isJsonObject(template) ? Object.entries(template) : [];
	return Object.fromEntries(entries.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

/** The whole template, as it is. */
export function rawTemplate(node: JsonObject): JsonObject {
	const template = at(node, ...templatePath);
	return isJsonObject(template) ? template : {};
}

export function withTemplate(node: JsonObject, template: JsonObject): JsonObject {
	return template === rawTemplate(node) ? node : withPath(node, templatePath, template);
}

function objects(list: Json | undefined): readonly JsonObject[] {
	return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
