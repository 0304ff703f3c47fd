/** What a person chose; `system` follows the device. */
export type ThemeChoice = "system" | "light" | "dark";

/** public/theme.js reads the same key before the first paint. */
const storageKey = "foldback.theme";

export const themeChoices: readonly ThemeChoice[] = ["system", "light", "dark"];

/** What is kept of the last visit; anything unknown is `system`. */
export function storedTheme(storage: Pick<Storage, "getItem">): ThemeChoice {
	const stored = storage.getItem(storageKey);
	return themeChoices.find((choice) => choice === stored) ?? "system";
}

export function storeTheme(storage: Pick<Storage, "setItem">, choice: ThemeChoice): void {
	storage.setItem(storageKey, choice);
}

export function isDark(choice: ThemeChoice, systemIsDark: boolean): boolean {
	return choice === "dark" || (choice === "system" && systemIsDark);
}
