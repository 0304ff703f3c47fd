import type { Json } from "@foldback/session-store";
import { soundsSecret } from "../http/problem.ts";
import type { FlowDocument } from "../run/flow-engine.ts";

/** What stands in a flow in place of a secret: this and the id of a row in the secret table. */
const referencePrefix = "foldback-secret:";

export function secretReference(id: string): string {
	return `${referencePrefix}${id}`;
}

/** @returns the id in a reference, or undefined for any other text. */
export function referencedSecret(text: string): string | undefined {
	return text.startsWith(referencePrefix) ? text.slice(referencePrefix.length) : undefined;
}

/**
 * Rewrites the secret fields of a flow: template entries that are marked as passwords or whose name says so.
 * @param replace gets the text of each such field, and whether it is a name (a variable or a reference) or a literal. It returns the entry's changes,
 * or undefined to leave it alone.
 * @returns the document itself when nothing changed, otherwise a copy; whatever else is in it is untouched.
 */
export function mapSecretFields(document: FlowDocument, replace: (field: SecretField) => FlowDocument | undefined): FlowDocument {
	const nodes = at(document, "data", "nodes");
	if (!Array.isArray(nodes)) return document;
	const mapped = nodes.map((node: Json) => mapNode(node, replace));
	const changed = mapped.some((node, index) => node !== nodes[index]);
	return changed ? { ...document, data: { ...asObject(document.data), nodes: mapped } } : document;
}

export interface SecretField {
	readonly text: string;
	/** The text is the name of a variable or a reference, not the secret itself. */
	readonly named: boolean;
	readonly nodeId: string;
	/** The field's name in the node's template. */
	readonly name: string;
}

function mapNode(node: Json, replace: (field: SecretField) => FlowDocument | undefined): Json {
	const template = at(node, "data", "node", "template");
	if (!isObject(template)) return node;
	const nodeId = String(at(node, "id") ?? "");
	const changes = Object.entries(template).flatMap(([name, entry]) => {
		const change = isObject(entry) && isSecretEntry(name, entry) ? replace({ ...readField(entry), nodeId, name }) : undefined;
		return change && isObject(entry) ? [[name, { ...entry, ...change }] as const] : [];
	});
	if (changes.length === 0 || !isObject(node)) return node;
	const data = asObject(node.data);
	const inner = asObject(data.node);
	return { ...node, data: { ...data, node: { ...inner, template: { ...template, ...Object.fromEntries(changes) } } } };
}

function isSecretEntry(name: string, entry: FlowDocument): boolean {
	if (typeof entry.value !== "string" || entry.value.trim() === "") return false;
	return entry.password === true || entry._input_type === "SecretStrInput" || soundsSecret(name);
}

function readField(entry: FlowDocument): Pick<SecretField, "text" | "named"> {
	const text = String(entry.value);
	return { text, named: entry.load_from_db === true };
}

function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
	return path.reduce<Json | undefined>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);
}

function asObject(value: Json | undefined): FlowDocument {
	return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is FlowDocument {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
