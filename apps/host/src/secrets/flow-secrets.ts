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
 * Rewrites the secret fields of a flow: template entries that are marked as passwords or whose name says so, and in values that are lists or objects
 * the texts whose key or row says so, such as `api_key` of a chosen model or the value of an `Authorization` header.
 * @param replace gets each such text, and whether it is a name (a variable or a reference) or a literal. It returns what shall stand there,
 * or undefined to leave it alone.
 * @returns the document itself when nothing changed, otherwise a copy; whatever else is in it is untouched.
 */
export function mapSecretFields(document: FlowDocument, replace: Replace): FlowDocument {
	const nodes = at(document, "data", "nodes");
	if (!Array.isArray(nodes)) return document;
	const mapped = nodes.map((node: Json) => mapNode(node, replace));
	const changed = mapped.some((node, index) => node !== nodes[index]);
	return changed ? { ...document, data: { ...asObject(document.data), nodes: mapped } } : document;
}

type Replace = (field: SecretField) => { readonly value: string; readonly load_from_db: boolean } | undefined;

export interface SecretField {
	readonly text: string;
	/** The text is the name of a variable or a reference, not the secret itself. */
	readonly named: boolean;
	readonly nodeId: string;
	/** The field's name in the node's template. */
	readonly name: string;
	/** The text stands inside the field's list or object, where nothing but the text itself says that it is a reference. */
	readonly nested: boolean;
}

function mapNode(node: Json, replace: Replace): Json {
	const template = at(node, "data", "node", "template");
	if (!isObject(template)) return node;
	const nodeId = String(at(node, "id") ?? "");
	const changes = Object.entries(template).flatMap(([name, entry]) => {
		const change = isObject(entry) ? changeOf(entry, { nodeId, name }, replace) : undefined;
		return change && isObject(entry) ? [[name, { ...entry, ...change }] as const] : [];
	});
	if (changes.length === 0 || !isObject(node)) return node;
	const data = asObject(node.data);
	const inner = asObject(data.node);
	return { ...node, data: { ...data, node: { ...inner, template: { ...template, ...Object.fromEntries(changes) } } } };
}

function changeOf(entry: FlowDocument, place: Pick<SecretField, "nodeId" | "name">, replace: Replace): FlowDocument | undefined {
	const { value = null } = entry;
	const isSecret = entry.password === true || entry._input_type === "SecretStrInput" || soundsSecret(place.name);
	const isNamed = entry.load_from_db === true;
	if (typeof value === "string") return isSecret && value.trim() !== "" ? replace({ ...place, text: value, named: isNamed, nested: false }) : undefined;
	const mapped = mapNested(value, isSecret, (text) => {
		return replace({ ...place, text, named: isNamed || referencedSecret(text) !== undefined, nested: true })?.value ?? text;
	});
	return mapped === value ? undefined : { value: mapped };
}

/** @returns the value itself when nothing in it changed. */
function mapNested(value: Json, isSecret: boolean, replace: (text: string) => string): Json {
	if (typeof value === "string") return isSecret && value.trim() !== "" ? replace(value) : value;
	if (Array.isArray(value)) {
		const mapped = value.map((item: Json) => mapNested(item, isSecret, replace));
		return mapped.some((item, index) => item !== value[index]) ? mapped : value;
	}
	if (!isObject(value)) return value;
	const ofRow = isSecretRow(value);
	const mapped = Object.entries(value).map(([key, item]) => {
		return [key, mapNested(item, isSecret || soundsSecret(key) || (ofRow && key === "value"), replace)] as const;
	});
	return mapped.some(([key, item]) => item !== value[key]) ? Object.fromEntries(mapped) : value;
}

/** A row of a table, such as `{key: "Authorization", value: "Bearer …"}`. */
function isSecretRow(row: FlowDocument): boolean {
	return [row.key, row.name, row.header].some((name) => typeof name === "string" && soundsSecret(name));
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
