import { useEffect, useEffectEvent } from "react";
import { copyNodes, pasteNodes, readClipboard } from "../flow/clipboard.ts";
import type { EditorActions } from "../state/use-editor-actions.ts";
import { isBusy } from "./use-shortcuts.ts";

/** How far a copy stands from its original, in the canvas's pixels. */
export const copyOffset = { x: 48, y: 48 } as const;

interface ClipboardOptions {
	readonly actions: EditorActions;
	readonly selected: readonly string[];
	readonly select: (ids: ReadonlySet<string>) => void;
	readonly remove: () => void;
}

/** Copy, cut and paste of nodes through the browser's clipboard: within a flow, and from one flow to another. */
export function useClipboard({ actions, selected, select, remove }: ClipboardOptions): void {
	const onEvent = useEffectEvent((event: ClipboardEvent) => {
		if (!event.clipboardData || isBusy(event.target) || (window.getSelection()?.toString() ?? "") !== "") return;
		if (event.type === "paste") {
			const copied = readClipboard(event.clipboardData.getData("text/plain"));
			if (!copied) return;
			event.preventDefault();
			const pasted = pasteNodes(actions.current(), copied, copyOffset);
			actions.change(() => pasted.document);
			select(pasted.nodeIds);
			return;
		}
		if (selected.length === 0) return;
		event.preventDefault();
		event.clipboardData.setData("text/plain", copyNodes(actions.current(), new Set(selected)));
		if (event.type === "cut") remove();
	});
	useEffect(() => {
		const listener = (event: ClipboardEvent) => onEvent(event);
		const types = ["copy", "cut", "paste"] as const;
		for (const type of types) document.addEventListener(type, listener);
		return () => {
			for (const type of types) document.removeEventListener(type, listener);
		};
	}, []);
}
