import { createContext, useContext } from "react";
import type { Catalogue } from "./flow/catalogue.ts";
import type { EditorActions } from "./state/use-editor-actions.ts";

/** What every part of the editor may need; keeps its identity while the document changes. */
export interface EditorContextValue {
	readonly flowId: string;
	readonly catalogue: Catalogue;
	readonly actions: EditorActions;
}

export const EditorContext = createContext<EditorContextValue | undefined>(undefined);

export function useEditor(): EditorContextValue {
	const editor = useContext(EditorContext);
	if (!editor) throw new Error("This belongs inside the editor.");
	return editor;
}
