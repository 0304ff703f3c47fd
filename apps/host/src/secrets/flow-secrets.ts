import type { Json } from "@foldback/session-store";
import { soundsSecret } from "../http/problem.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import { isHarmlessHeader, looksLikeKey } from "./secret-names.ts";

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
 * Rewrites the secret fields of a flow, those of nodes inside a group too: template entries that are marked as passwords or whose name says so; in values
 * that are lists or objects, or JSON texts of them, the texts whose key or row says so, such as `api_key` of a chosen model; and the values of HTTP headers,
 * except well-known ones that hold no secret.
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

/** @returns the texts in a JSON value, such as the tweaks of a run, that are secrets by the name under which they stand. */
export function secretTexts(value: unknown): readonly string[] {
	const found: string[] = [];
	// What came with a request is JSON.
	mapNested(value as Json, "any", (text) => {
		found.push(text);
		return text;
	});
	return found;
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
	const inner = at(node, "data", "node");
	if (!isObject(inner) || !isObject(node)) return node;
	const nodeId = typeof node.id === "string" ? node.id : "";
	const template = isObject(inner.template) ? mapTemplate(inner.template, nodeId, replace) : inner.template;
	const flow = isObject(inner.flow) ? mapSecretFields(inner.flow, replace) : inner.flow;
	if (template === inner.template && flow === inner.flow) return node;
	const mapped = { ...inner, ...(template === undefined ? {} : { template }), ...(flow === undefined ? {} : { flow }) };
	return { ...node, data: { ...asObject(node.data), node: mapped } };
}

function mapTemplate(template: FlowDocument, nodeId: string, replace: Replace): FlowDocument {
	const changes = Object.entries(template).flatMap(([name, entry]) => {
		const change = isObject(entry) ? changeOf(entry, { nodeId, name }, replace) : undefined;
		return change && isObject(entry) ? [[name, { ...entry, ...change }] as const] : [];
	});
	return changes.length === 0 ? template : { ...template, ...Object.fromEntries(changes) };
}

function changeOf(entry: FlowDocument, place: Pick<SecretField, "nodeId" | "name">, replace: Replace): FlowDocument | undefined {
	const { value = null } = entry;
	// A group's fields are called by other names than the fields inside that they stand for.
	const names = [place.name, entry.name, at(entry, "proxy", "field")].filter((name) => typeof name === "string");
	const isSecret = entry.password === true || entry._input_type === "SecretStrInput" || names.some(soundsSecret);
	const isNamed = entry.load_from_db === true && !(typeof value === "string" && isSecret && looksLikeKey(value));
	if (typeof value === "string" && isSecret) return value.trim() === "" ? undefined : replace({ ...place, text: value, named: isNamed, nested: false });
	const mapped = mapNested(value, kindOf(isSecret, names), (text) => {
		return replace({ ...place, text, named: isNamed || referencedSecret(text) !== undefined, nested: true })?.value ?? text;
	});
	return mapped === value ? undefined : { value: mapped };
}

/** What the texts in a value are: secrets, values of HTTP headers, or anything, in which only names tell. */
type Kind = "secret" | "headers" | "any";

function kindOf(isSecret: boolean, names: readonly string[]): Kind {
	if (isSecret) return "secret";
	return names.some((name) => /headers?$/i.test(name)) ? "headers" : "any";
}

/** @returns the value itself when nothing in it changed. */
function mapNested(value: Json, kind: Kind, replace: (text: string) => string): Json {
	if (typeof value === "string") return kind === "secret" ? mapText(value, replace) : mapJsonText(value, kind, replace);
	if (Array.isArray(value)) {
		const mapped = value.map((item: Json) => mapNested(item, kind, replace));
		return mapped.some((item, index) => item !== value[index]) ? mapped : value;
	}
	if (!isObject(value)) return value;
	const rowName = [value.key, value.name, value.header].find((name) => typeof name === "string");
	const mapped = Object.entries(value).map(([key, item]) => [key, mapNested(item, kindOfMember(key, { kind, rowName }), replace)] as const);
	return mapped.some(([key, item]) => item !== value[key]) ? Object.fromEntries(mapped) : value;
}

/** @param rowName the name in a row of a table, such as `{key: "Authorization", value: "Bearer …"}` */
function kindOfMember(key: string, { kind, rowName }: { readonly kind: Kind; readonly rowName: Json | undefined }): Kind {
	if (kind === "secret") return kind;
	const named = typeof rowName === "string" && key === "value" ? rowName : key;
	if (soundsSecret(named)) return "secret";
	if (typeof rowName === "string" && key !== "value") return kindOf(false, [key]);
	return kind === "headers" ? headerKind(named) : kindOf(false, [key]);
}

function headerKind(name: string): Kind {
	return isHarmlessHeader(name) ? "any" : "secret";
}

function mapText(text: string, replace: (text: string) => string): string {
	return text.trim() === "" ? text : replace(text);
}

/** A list or an object may be given as JSON text. */
function mapJsonText(text: string, kind: Kind, replace: (text: string) => string): string {
	const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
	if (parsed === undefined) return kind === "headers" && hasSecretHeader(text) ? replace(text) : text;
	const mapped = mapNested(parsed, kind, replace);
	return mapped === parsed ? text : JSON.stringify(mapped);
}

/** Headers may be given as lines, too. A reference reads like one. */
function hasSecretHeader(text: string): boolean {
	const names = text.split("\n").flatMap((line) => /^\s*([\w-]+)\s*:/.exec(line)?.[1] ?? []);
	return names.some((name) => !isHarmlessHeader(name));
}

function parseJson(text: string): Json | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
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
