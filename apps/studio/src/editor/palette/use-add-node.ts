import { useCallback } from "react";
import { useEditor } from "../editor-context.ts";
import { addNodes, componentNode, newNodeId, noteNode, type Position } from "../flow/edit-nodes.ts";
import { noteType } from "./dragged-component.ts";

/** Adds a component, or a note, and selects it. @returns its node's id. */
export function useAddNode(select: (ids: ReadonlySet<string>) => void): (type: string, position: Position) => string {
	const { catalogue, actions } = useEditor();
	return useCallback(
		(type, position) => {
			const component = catalogue.find(type);
			const id = newNodeId(actions.current(), component?.type ?? type);
			const place = { x: Math.round(position.x), y: Math.round(position.y) };
			if (component) actions.change((document) => addNodes(document, [componentNode(component, id, place)]));
			else if (type === noteType) actions.change((document) => addNodes(document, [noteNode(id, place)]));
			select(new Set([id]));
			return id;
		},
		[catalogue, actions, select],
	);
}
