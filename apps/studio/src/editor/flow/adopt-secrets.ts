import { isJsonObject, type JsonObject, withKey } from "@foldback/flow-runtime/flow-json";
import { changeNode, type FlowDocument, idOf, nodesOf, own, rawTemplate, textAt, withTemplate } from "./document.ts";

/** What stands in a flow in place of a secret. */
const referencePrefix = "foldback-secret:";

/** Whether a field's value is a saved secret: a reference that says nothing. */
export function isSecretReference(value: unknown): boolean {
	return typeof value === "string" && value.startsWith(referencePrefix);
}

/** A secret that was typed, and what the host made of it. */
export interface SealedSecret {
	readonly nodeId: string;
	readonly field: string;
	readonly typed: string;
	readonly entry: JsonObject;
}

/** The secrets that a save has moved out of the flow. */
export function sealedSecrets(sent: FlowDocument, answered: FlowDocument): readonly SealedSecret[] {
	const answers = new Map(nodesOf(answered).map((node) => [idOf(node), rawTemplate(node)]));
	return nodesOf(sent).flatMap((node) =>
		Object.entries(rawTemplate(node)).flatMap(([field, before]) => {
			const entry = own(answers.get(idOf(node)), field);
			const typed = textAt(before, "value");
			const isSealed = isJsonObject(entry) && isSecretReference(own(entry, "value")) && own(entry, "value") !== typed;
			return isSealed ? [{ nodeId: idOf(node), field, typed, entry }] : [];
		}),
	);
}

/** Puts the reference where the typed secret still stands, so that it is kept nowhere in the browser. */
export function adoptSecrets(document: FlowDocument, secrets: readonly SealedSecret[]): FlowDocument {
	return secrets.reduce(
		(changed, { nodeId, field, typed, entry }) =>
			changeNode(changed, nodeId, (node) => {
				const template = rawTemplate(node);
				const current = own(template, field);
				if (!isJsonObject(current) || own(current, "value") !== typed) return node;
				return withTemplate(node, withKey(template, field, { ...current, value: own(entry, "value") ?? "", load_from_db: true }));
			}),
		document,
	);
}
