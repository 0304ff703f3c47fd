import type { Json, JsonObject } from "@foldback/flow-runtime/flow-json";
import { type Dispatch, useMemo, useRef } from "react";
import { problemText } from "../../api/api-problem.ts";
import { updateComponent } from "../../api/components.ts";
import { useToast } from "../../ui/toast-context.ts";
import type { Catalogue } from "../flow/catalogue.ts";
import { changeEntries } from "../flow/change-field.ts";
import { at, type FlowDocument, findNode, rawTemplate, textAt } from "../flow/document.ts";
import { findField } from "../flow/field.ts";
import type { EditorAction } from "./editor-state.ts";

/** What can be done to the flow that is edited. Keeps its identity. */
export interface EditorActions {
	/** A step that can be undone; steps with the same `merge` in a row are one. */
	change(change: (document: FlowDocument) => FlowDocument, merge?: string): void;
	/** Another value for a field; the host says what else changes with it. */
	setField(nodeId: string, field: string, value: Json): void;
	/** A secret that is typed now (`saved` false), or none. */
	setSecret(nodeId: string, field: string, value: string): void;
	/** Puts a field on the node, or only into the panel. */
	setOnNode(nodeId: string, field: string, onNode: boolean): void;
	/** What is typed next is a step of its own. */
	settle(): void;
	undo(): void;
	redo(): void;
	/** The document as it is now. */
	current(): FlowDocument;
}

export function useEditorActions(document: FlowDocument, dispatch: Dispatch<EditorAction>, catalogue: Catalogue): EditorActions {
	const toast = useToast();
	const latest = useRef(document);
	latest.current = document;
	return useMemo(() => {
		const componentOf = (node: JsonObject) => catalogue.find(textAt(node, "data", "type"));
		const change: EditorActions["change"] = (changeDocument, merge) => {
			latest.current = changeDocument(latest.current);
			dispatch({ type: "change", change: changeDocument, ...(merge === undefined ? {} : { merge }) });
		};
		const refresh = async (nodeId: string, field: string, value: Json) => {
			const node = findNode(latest.current, nodeId);
			const component = node && componentOf(node);
			if (!node || !component) return;
			const sent = rawTemplate(node);
			const toolMode = at(node, "data", "node", "tool_mode") === true;
			try {
				const answer = await updateComponent({ type: component.type, template: sent, field, field_value: value, tool_mode: toolMode });
				const answered = rawTemplate({ data: { node: answer } });
				dispatch({ type: "template-update", update: { nodeId, field, value, sent, answered }, componentOf });
			} catch (error) {
				toast({ text: `The fields of this node could not be brought up to date. ${problemText(error)}`, tone: "danger" });
			}
		};
		return {
			change,
			setField(nodeId, field, value) {
				change((before) => changeEntries(before, [{ nodeId, field, key: "value", value }], componentOf), `${nodeId}.${field}`);
				const node = findNode(latest.current, nodeId);
				if (node && findField(node, componentOf(node), field)?.refreshes) void refresh(nodeId, field, value);
			},
			setSecret(nodeId, field, value) {
				const changes = [
					{ nodeId, field, key: "value", value },
					{ nodeId, field, key: "load_from_db", value: false },
				] as const;
				change((before) => changeEntries(before, changes, componentOf), `${nodeId}.${field}`);
			},
			setOnNode: (nodeId, field, onNode) => change((before) => changeEntries(before, [{ nodeId, field, key: "advanced", value: !onNode }], componentOf)),
			settle: () => dispatch({ type: "settle" }),
			undo: () => dispatch({ type: "undo" }),
			redo: () => dispatch({ type: "redo" }),
			current: () => latest.current,
		};
	}, [catalogue, dispatch, toast]);
}
