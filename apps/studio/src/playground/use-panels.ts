import { useCallback, useMemo, useState, useSyncExternalStore } from "react";

type PanelName = "sessions" | "inspector";

/** The columns beside the chat. */
export interface Panels {
	readonly open: Readonly<Record<PanelName, boolean>>;
	/** The page is too narrow for columns: they are drawers. */
	readonly narrow: boolean;
	readonly show: (name: PanelName) => void;
	readonly hide: (name: PanelName) => void;
	readonly toggle: (name: PanelName) => void;
	/** Closes what lies over the chat; columns stay. */
	readonly closeDrawers: () => void;
}

const wideQuery = "(min-width: 1024px)";
const storageKey = "foldback.playground.hidden";

/** Which columns are shown: on a wide page as the reader left them, on a narrow one none until asked for. */
export function usePanels(): Panels {
	const wide = useSyncExternalStore(subscribeToWidth, () => matchMedia(wideQuery).matches);
	const [hidden, setHidden] = useState(readHidden);
	const [drawer, setDrawer] = useState<PanelName>();
	const set = useCallback(
		(name: PanelName, shown: boolean) => {
			if (!wide) {
				setDrawer(shown ? name : undefined);
				return;
			}
			setHidden((before) => {
				const after = shown ? before.filter((other) => other !== name) : [...before.filter((other) => other !== name), name];
				localStorage.setItem(storageKey, after.join(","));
				return after;
			});
		},
		[wide],
	);
	return useMemo(() => {
		const isOpen = (name: PanelName) => (wide ? !hidden.includes(name) : drawer === name);
		return {
			open: { sessions: isOpen("sessions"), inspector: isOpen("inspector") },
			narrow: !wide,
			show: (name) => set(name, true),
			hide: (name) => set(name, false),
			toggle: (name) => set(name, !isOpen(name)),
			closeDrawers: () => setDrawer(undefined),
		};
	}, [wide, hidden, drawer, set]);
}

function readHidden(): readonly string[] {
	return (localStorage.getItem(storageKey) ?? "").split(",").filter(Boolean);
}

function subscribeToWidth(listener: () => void): () => void {
	const query = matchMedia(wideQuery);
	query.addEventListener("change", listener);
	return () => query.removeEventListener("change", listener);
}
