import { useEffect, useEffectEvent } from "react";
import { type Command, commandFor } from "./shortcuts.ts";

/** Runs commands for keys, except while text is typed or a window is open; `save` works everywhere. */
export function useShortcuts(run: (command: Command) => void): void {
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		const command = event.defaultPrevented ? undefined : commandFor(event);
		if (!command || (command !== "save" && isBusy(event.target))) return;
		event.preventDefault();
		run(command);
	});
	useEffect(() => {
		const listener = (event: KeyboardEvent) => onKey(event);
		window.addEventListener("keydown", listener);
		return () => window.removeEventListener("keydown", listener);
	}, []);
}

/** Whether keys belong to what has the focus. */
export function isBusy(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	return target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]") !== null;
}
