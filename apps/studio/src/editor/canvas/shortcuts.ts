/** What a key does in the editor. */
export type Command =
	| "undo"
	| "redo"
	| "duplicate"
	| "delete"
	| "select-all"
	| "save"
	| "search"
	| "panel"
	| "help"
	| "zoom-in"
	| "zoom-out"
	| "fit"
	| "arrange"
	| "playground"
	| "deselect";

interface Shortcut {
	readonly command: Command;
	/** `mod` is Ctrl, or ⌘ on a Mac. */
	readonly keys: readonly string[];
	readonly does: string;
}

/** All shortcuts, as the help sheet shows them. Copy, cut and paste are the browser's own. */
export const shortcuts: readonly Shortcut[] = [
	{ command: "undo", keys: ["mod+z"], does: "Undo" },
	{ command: "redo", keys: ["mod+shift+z", "mod+y"], does: "Redo" },
	{ command: "duplicate", keys: ["mod+d"], does: "Duplicate what is selected" },
	{ command: "delete", keys: ["delete", "backspace"], does: "Delete what is selected" },
	{ command: "select-all", keys: ["mod+a"], does: "Select everything" },
	{ command: "deselect", keys: ["escape"], does: "Select nothing" },
	{ command: "save", keys: ["mod+s"], does: "Save now" },
	{ command: "search", keys: ["/"], does: "Search components" },
	{ command: "panel", keys: ["i"], does: "Go to the settings of the selected node" },
	{ command: "arrange", keys: ["l"], does: "Arrange the flow" },
	{ command: "fit", keys: ["0"], does: "Show everything" },
	{ command: "zoom-in", keys: ["+", "="], does: "Zoom in" },
	{ command: "zoom-out", keys: ["-"], does: "Zoom out" },
	{ command: "playground", keys: ["p"], does: "Open the playground" },
	{ command: "help", keys: ["?"], does: "This list" },
];

interface Stroke {
	readonly key: string;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
	readonly shiftKey: boolean;
	readonly altKey: boolean;
}

/** @returns the command for a key stroke, or undefined. Shift counts for letters only: `?` and `+` need it on some keyboards. */
export function commandFor(stroke: Stroke): Command | undefined {
	if (stroke.altKey) return undefined;
	const key = stroke.key.toLowerCase();
	const shift = stroke.shiftKey && /^[a-z]$/.test(key);
	const text = `${stroke.ctrlKey || stroke.metaKey ? "mod+" : ""}${shift ? "shift+" : ""}${key}`;
	return shortcuts.find(({ keys }) => keys.includes(text))?.command;
}

/** `mod+shift+z` → `Ctrl Shift Z`. */
export function keyText(keys: string, isMac: boolean): string {
	const names: Readonly<Record<string, string>> = { mod: isMac ? "⌘" : "Ctrl", shift: "Shift", delete: "Delete", backspace: "Backspace", escape: "Esc" };
	return keys
		.split(/\+(?=.)/)
		.map((key) => names[key] ?? key.toUpperCase())
		.join(" ");
}
