import { isJsonObject, type Json, type JsonObject, withKey } from "@foldback/flow-runtime/flow-json";
import type { Component } from "./catalogue.ts";
import { changeNode, type FlowDocument, own, rawTemplate, templateOf, withTemplate } from "./document.ts";

/** One key of one field's entry, such as its `value`, or `advanced` for where it stands. */
export interface EntryChange {
	readonly nodeId: string;
	readonly field: string;
	readonly key: "value" | "advanced" | "load_from_db";
	readonly value: Json;
}

/** Changes keys of field entries and nothing else. A field that the saved node lacks gets the component's entry first. */
export function changeEntries(document: FlowDocument, changes: readonly EntryChange[], componentOf: (node: JsonObject) => Component | undefined): FlowDocument {
	return changes.reduce(
		(changed, { nodeId, field, key, value }) =>
			changeNode(changed, nodeId, (node) => {
				const template = rawTemplate(node);
				const component = componentOf(node);
				const known = component ? own(own(component.node, "template"), field) : undefined;
				const entry = own(template, field) ?? known;
				return isJsonObject(entry) ? withTemplate(node, withKey(template, field, withKey(entry, key, value))) : node;
			}),
		document,
	);
}

/** The host's answer to a field that changes others. */
export interface TemplateUpdate {
	readonly nodeId: string;
	/** What was sent. */
	readonly field: string;
	readonly value: Json;
	readonly sent: JsonObject;
	/** The template that came back. */
	readonly answered: JsonObject;
}

/**
 * Takes over what the host says about a node's fields: entries that changed, and new ones that differ from the component's own. Entries that were
 * changed here in the meantime keep their values. Nothing happens when the field has another value by now: its own answer will come.
 */
export function applyTemplateUpdate(document: FlowDocument, update: TemplateUpdate, componentOf: (node: JsonObject) => Component | undefined): FlowDocument {
	return changeNode(document, update.nodeId, (node) => {
		const current = rawTemplate(node);
		if (!sameJson(own(own(current, update.field), "value"), update.value)) return node;
		const component = componentOf(node);
		const known = component ? templateOf({ data: { node: component.node } }) : {};
		const next = Object.entries(update.answered).reduce<JsonObject>((template, [name, entry]) => {
			const before = own(current, name);
			if (sameJson(before, entry)) return template;
			if (before === undefined && (!isJsonObject(entry) || sameJson(own(known, name), entry))) return template;
			const changedHere = before !== own(update.sent, name);
			return withKey(template, name, changedHere && isJsonObject(entry) ? withKey(entry, "value", own(before, "value") ?? null) : entry);
		}, current);
		return withTemplate(node, next);
	});
}

/** Whether two values are the same JSON, with keys in any order. */
function sameJson(left: Json | undefined, right: Json | undefined): boolean {
	if (left === right) return true;
	if (Array.isArray(left) && Array.isArray(right)) return left.length === right.length && left.every((entry, index) => sameJson(entry, right[index]));
	if (!isJsonObject(left) || !isJsonObject(right)) return false;
	const keys = Object.keys(left);
	return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}
