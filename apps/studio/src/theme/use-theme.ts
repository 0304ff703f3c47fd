import { useEffect, useState, useSyncExternalStore } from "react";
import { isDark, storedTheme, storeTheme, type ThemeChoice } from "./theme.ts";

const systemQuery = () => matchMedia("(prefers-color-scheme: dark)");

function subscribe(changed: () => void): () => void {
	const query = systemQuery();
	query.addEventListener("change", changed);
	return () => query.removeEventListener("change", changed);
}

/** The theme: what was chosen, whether that is dark right now, and how to choose. Sets the class that the styles follow. */
export function useTheme(): { readonly choice: ThemeChoice; readonly dark: boolean; readonly choose: (choice: ThemeChoice) => void } {
	const [choice, setChoice] = useState(() => storedTheme(localStorage));
	const systemIsDark = useSyncExternalStore(subscribe, () => systemQuery().matches);
	const dark = isDark(choice, systemIsDark);
	useEffect(() => {
		document.documentElement.classList.toggle("dark", dark);
	}, [dark]);
	const choose = (next: ThemeChoice) => {
		storeTheme(localStorage, next);
		setChoice(next);
	};
	return { choice, dark, choose };
}
