import type { StructuredToolInterface } from "@langchain/core/tools";
import type { FlowValue } from "./component.ts";
import { type FlowNode, nameOf } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import { isJsonObject, type Json } from "./json.ts";
import type { FlowMessage } from "./run-context.ts";

/** What a field of a running node holds: what is connected to it, or a literal. */
export type FieldInput = { readonly connected: readonly FlowValue[] } | { readonly literal: Json };

/** A running node's fields, read as what the component needs. Each reader throws a FlowError that names node and field for a value it cannot take. */
export interface NodeInputs {
	/** Text of a literal, a message, or data as JSON; several connected texts are joined by a line break. `''` when absent. */
	text(field: string): string;
	/** A list's texts, without blank ones; a single text is a list of one. */
	texts(field: string): readonly string[];
	/** Everything that is connected, as it came. */
	values(field: string): readonly FlowValue[];
	/** The connected message, undefined when none is connected. */
	message(field: string): (FlowValue & { readonly kind: "message" }) | undefined;
	/** The connected data, undefined when none is connected. */
	data(field: string): (FlowValue & { readonly kind: "data" }) | undefined;
	/** Connected tools, of all connections. */
	tools(field: string): readonly StructuredToolInterface[];
	/** The connected model, undefined when none is connected. */
	model(field: string): (FlowValue & { readonly kind: "model" }) | undefined;
	boolean(field: string): boolean;
	/** A whole number of at least `min`. */
	integer(field: string, range: { readonly min: number; readonly max?: number }): number;
	/** A number, undefined when the field is empty. */
	number(field: string, range: { readonly min: number; readonly max: number }): number | undefined;
	/** One of the given words. */
	choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice;
	/** The literal as it is, undefined when something is connected. */
	literal(field: string): Json | undefined;
	/** All literals by field name. */
	readonly literals: Readonly<Record<string, Json>>;
	/** Names of the fields to which something is connected. */
	readonly connected: readonly string[];
	/** The same fields with other literals in some of them. */
	with(literals: Readonly<Record<string, Json>>): NodeInputs;
	/** Makes the error for a value that the component cannot take. */
	refuse(field: string, value: unknown, expected: string): FlowError;
}

/** Makes the readers over a node's resolved fields. */
export function createNodeInputs(node: FlowNode, fields: ReadonlyMap<string, FieldInput>): NodeInputs {
	const access = fieldAccess(node, fields);
	return {
		...textReaders(access),
		...connectionReaders(access),
		...valueReaders(access),
		literal: access.literal,
		literals: Object.fromEntries([...fields].flatMap(([name, input]) => ("literal" in input ? [[name, input.literal] as const] : []))),
		connected: [...fields].flatMap(([name, input]) => ("connected" in input ? [name] : [])),
		with: (changes) => createNodeInputs(node, new Map([...fields, ...Object.entries(changes).map(([name, literal]) => [name, { literal }] as const)])),
		refuse: access.refuse,
	};
}

interface FieldAccess extends Pick<NodeInputs, "literal" | "refuse"> {
	connections(field: string): readonly FlowValue[];
}

function fieldAccess(node: FlowNode, fields: ReadonlyMap<string, FieldInput>): FieldAccess {
	return {
		refuse: (field, value, expected) => invalidValue(node, field, value, expected),
		literal: (field) => {
			const input = fields.get(field);
			return input && "literal" in input ? input.literal : undefined;
		},
		connections: (field) => {
			const input = fields.get(field);
			return input && "connected" in input ? input.connected : [];
		},
	};
}

function textReaders({ literal, connections, refuse }: FieldAccess): Pick<NodeInputs, "text" | "texts"> {
	const texts = (field: string) => {
		const value = literal(field);
		const parts = value === undefined ? connections(field).map((connected) => textOf(connected, field, refuse)) : literalTexts(value, field, refuse);
		return parts.filter((part) => part.trim() !== "");
	};
	const text = (field: string) => {
		const value = literal(field);
		return typeof value === "string" ? value : texts(field).join("\n");
	};
	return { text, texts };
}

function connectionReaders({ connections, refuse }: FieldAccess): Pick<NodeInputs, "values" | "message" | "data" | "tools" | "model"> {
	const single = (field: string) => {
		const [value, ...more] = connections(field);
		if (more.length > 0) throw refuse(field, `${more.length + 1} connections`, "one connection");
		return value;
	};
	return {
		values: connections,
		message: (field) => asKind(single(field), "message"),
		data: (field) => asKind(single(field), "data"),
		model: (field) => asKind(single(field), "model"),
		tools: (field) =>
			connections(field).flatMap((value) => (value.kind === "tools" ? value.tools : raise(refuse(field, `a ${value.kind} connection`, "tools")))),
	};
}

function valueReaders({ literal, refuse }: FieldAccess): Pick<NodeInputs, "number" | "integer" | "boolean" | "choice"> {
	const number: NodeInputs["number"] = (field, { min, max }) => {
		const value = literal(field);
		if (value === undefined || value === null || value === "") return undefined;
		const parsed = typeof value === "string" ? Number(value) : value;
		if (typeof parsed === "number" && parsed >= min && parsed <= max) return parsed;
		throw refuse(field, value, `a number from ${min}${max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`}`);
	};
	return {
		number,
		integer: (field, { min, max = Number.MAX_SAFE_INTEGER }) => {
			const value = number(field, { min, max });
			if (value === undefined || !Number.isInteger(value)) throw refuse(field, literal(field), `a whole number of at least ${min}`);
			return value;
		},
		boolean: (field) => booleanOf(literal(field), field, refuse),
		choice: (field, choices) => {
			const value = literal(field);
			return choices.find((choice) => choice === value) ?? raise(refuse(field, value, `one of ${choices.join(", ")}`));
		},
	};
}

/** Text of data on an edge: its own `text` when it has one, else JSON. */
export function dataText(data: Json): string {
	if (typeof data === "string") return data;
	return isJsonObject(data) && typeof data.text === "string" ? data.text : JSON.stringify(data, undefined, 2);
}

/** @returns a connected message without what belongs to its place in the flow: a text that was made on the way is nobody's stored row. */
export function plainMessage(text: string, base: Pick<FlowMessage, "sessionId" | "contextId">): FlowMessage {
	return { text, sender: "User", senderName: "User", sessionId: base.sessionId, contextId: base.contextId, files: [] };
}

type Refuse = NodeInputs["refuse"];

function textOf(value: FlowValue, field: string, refuse: Refuse): string {
	if (value.kind === "message") return value.message.text;
	if (value.kind === "data") return dataText(value.data);
	throw refuse(field, `a ${value.kind} connection`, "a message, data or text");
}

function literalTexts(value: Json, field: string, refuse: Refuse): readonly string[] {
	const parts = Array.isArray(value) ? value : [value];
	return parts.flatMap((part: Json) => {
		if (part === null) return [];
		if (typeof part === "object") throw refuse(field, part, "text");
		return [String(part)];
	});
}

function booleanOf(value: Json | undefined, field: string, refuse: Refuse): boolean {
	if (value === undefined || value === null || value === "") return false;
	if (typeof value === "boolean") return value;
	if (value === "true" || value === "false") return value === "true";
	throw refuse(field, value, "true or false");
}

function asKind<Kind extends FlowValue["kind"]>(value: FlowValue | undefined, kind: Kind): (FlowValue & { readonly kind: Kind }) | undefined {
	const isKind = (candidate: FlowValue): candidate is FlowValue & { readonly kind: Kind } => candidate.kind === kind;
	return value && isKind(value) ? value : undefined;
}

function raise(error: FlowError): never {
	throw error;
}

function invalidValue(node: FlowNode, field: string, value: unknown, expected: string): FlowError {
	return new FlowError({
		code: "invalid-value",
		message: `Node ${nameOf(node)}: the field ${field} has the value ${shown(value)}.`,
		remedy: `Give ${expected}.`,
		nodeId: node.id,
		nodeType: node.type,
		field,
	});
}

/** Lists and objects may hold secrets. */
function shown(value: unknown): string {
	if (typeof value === "object" && value !== null) return Array.isArray(value) ? "(a list)" : "(an object)";
	const text = JSON.stringify(value) ?? "none";
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
