import { Dialog } from "../../ui/dialog.tsx";
import { keyText, shortcuts } from "./shortcuts.ts";

interface ShortcutSheetProps {
	readonly open: boolean;
	readonly onOpenChange: (open: boolean) => void;
}

/** Every key and what it does. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
	const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
	const clipboard = [
		{ does: "Copy what is selected, also into another flow", keys: ["mod+c"] },
		{ does: "Cut", keys: ["mod+x"] },
		{ does: "Paste", keys: ["mod+v"] },
	];
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title="Keyboard shortcuts"
			description="Tab moves between nodes and edges, Enter selects, arrow keys move what is selected. Edges can be drawn from the panel too."
		>
			<dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 py-2">
				{[...shortcuts, ...clipboard].map(({ does, keys }) => (
					<div key={does} className="contents">
						<dt>{does}</dt>
						<dd className="flex justify-end gap-1.5">
							{keys.map((key) => (
								<kbd key={key} className="rounded-md border border-line bg-raised px-1.5 font-sans text-xs leading-5 text-muted">
									{keyText(key, isMac)}
								</kbd>
							))}
						</dd>
					</div>
				))}
			</dl>
		</Dialog>
	);
}
