import type { Json, JsonObject } from "@foldback/flow-runtime/flow-json";
import { withKey } from "@foldback/flow-runtime/flow-json";
import { adoptSecrets, type SealedSecret } from "../flow/adopt-secrets.ts";
import type { Component } from "../flow/catalogue.ts";
import { applyTemplateUpdate, type TemplateUpdate } from "../flow/change-field.ts";
import type { FlowDocument } from "../flow/document.ts";

/** Steps that can be undone at most. */
const maxSteps = 100;

/** The document that is edited, and the ways back and forth. */
export interface EditorState {
	readonly document: FlowDocument;
	/** Oldest first. */
	readonly past: readonly FlowDocument[];
	/** Next first. */
	readonly future: readonly FlowDocument[];
	/** What the newest step changed: another change of the same becomes part of it. */
	readonly merging: string | undefined;
}

export type EditorAction =
	/** Changes the document: a step that can be undone. Steps with the same `merge` in a row are one. */
	| { readonly type: "change"; readonly change: (document: FlowDocument) => FlowDocument; readonly merge?: string }
	/** A field was left: what comes next is a step of its own. */
	| { readonly type: "settle" }
	/** The host's answer to a change: part of the step that asked. */
	| { readonly type: "template-update"; readonly update: TemplateUpdate; readonly componentOf: (node: JsonObject) => Component | undefined }
	/** A save has moved secrets out of the flow: no step holds them any more. */
	| { readonly type: "secrets-sealed"; readonly secrets: readonly SealedSecret[] }
	| { readonly type: "undo" }
	| { readonly type: "redo" };

export function initialEditorState(document: FlowDocument): EditorState {
	return { document, past: [], future: [], merging: undefined };
}

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
	switch (action.type) {
		case "change":
			return changed(state, action.change(state.document), action.merge);
		case "settle":
			return state.merging === undefined ? state : { ...state, merging: undefined };
		case "template-update":
			return { ...state, document: applyTemplateUpdate(state.document, action.update, action.componentOf) };
		case "secrets-sealed":
			return everywhere(state, (document) => adoptSecrets(document, action.secrets));
		case "undo":
			return undone(state);
		case "redo":
			return redone(state);
	}
}

function changed(state: EditorState, document: FlowDocument, merge: string | undefined): EditorState {
	if (document === state.document) return state;
	if (merge !== undefined && merge === state.merging) return { ...state, document, future: [] };
	return { document, past: [...state.past, state.document].slice(-maxSteps), future: [], merging: merge };
}

function undone(state: EditorState): EditorState {
	const previous = state.past.at(-1);
	if (!previous) return state;
	return { document: previous, past: state.past.slice(0, -1), future: [state.document, ...state.future], merging: undefined };
}

function redone(state: EditorState): EditorState {
	const [next, ...future] = state.future;
	if (!next) return state;
	return { document: next, past: [...state.past, state.document], future, merging: undefined };
}

function everywhere(state: EditorState, change: (document: FlowDocument) => FlowDocument): EditorState {
	return { ...state, document: change(state.document), past: state.past.map(change), future: state.future.map(change) };
}

/** Another value for a member at the top of the document, such as its name. */
export function setMember(key: string, value: Json): (document: FlowDocument) => FlowDocument {
	return (document) => withKey(document, key, value);
}
