import { expect, test } from "vitest";
import { commandFor, keyText, shortcuts } from "./shortcuts.ts";

const stroke = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}) => ({
	key,
	ctrlKey: false,
	metaKey: false,
	shiftKey: false,
	altKey: false,
	...held,
});

test.each([
	[stroke("z", { ctrlKey: true }), "undo"],
	[stroke("z", { metaKey: true }), "undo"],
	[stroke("Z", { ctrlKey: true, shiftKey: true }), "redo"],
	[stroke("y", { ctrlKey: true }), "redo"],
	[stroke("?", { shiftKey: true }), "help"],
	[stroke("+", { shiftKey: true }), "zoom-in"],
	[stroke("Delete"), "delete"],
	[stroke("z"), undefined],
	[stroke("L", { shiftKey: true }), undefined],
	[stroke("z", { ctrlKey: true, altKey: true }), undefined],
])("%j → %s", (keys, command) => expect(commandFor(keys)).toBe(command));

test("no two commands share a key, and every key has a name", () => {
	const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
	expect(new Set(keys).size).toBe(keys.length);
	expect(keyText("mod+shift+z", false)).toBe("Ctrl Shift Z");
	expect(keyText("mod+z", true)).toBe("⌘ Z");
	expect(keyText("+", false)).toBe("+");
});
