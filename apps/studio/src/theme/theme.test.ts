import { expect, test } from "vitest";
import { isDark, storedTheme, storeTheme } from "./theme.ts";

function memoryStorage(initial: Record<string, string> = {}) {
	const kept = new Map(Object.entries(initial));
	return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

test("a choice is kept; anything else is the system's", () => {
	const storage = memoryStorage();
	expect(storedTheme(storage)).toBe("system");
	storeTheme(storage, "dark");
	expect(storedTheme(storage)).toBe("dark");
	expect(storedTheme(memoryStorage({ "foldback.theme": "pink" }))).toBe("system");
});

test.each([
	["system", true, true],
	["system", false, false],
	["light", true, false],
	["dark", false, true],
] as const)("%s on a device that is dark: %s → %s", (choice, system, expected) => expect(isDark(choice, system)).toBe(expected));
