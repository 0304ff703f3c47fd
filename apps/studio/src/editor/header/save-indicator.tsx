import { Check, CircleAlert, CircleDot, RefreshCw } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Hint } from "../../ui/hint.tsx";
import type { SaveStatus } from "../state/autosaver.ts";

interface SaveIndicatorProps {
	readonly status: SaveStatus;
	readonly onSaveNow: () => void;
}

const words = { saved: "Saved", unsaved: "Unsaved", saving: "Saving…", failed: "Not saved", conflict: "Changed elsewhere" } as const;
const icons = { saved: Check, unsaved: CircleDot, saving: RefreshCw, failed: CircleAlert, conflict: CircleAlert } as const;

/** Where the flow stands between this page and the host. */
export function SaveIndicator({ status, onSaveNow }: SaveIndicatorProps) {
	const Icon = icons[status.kind];
	const isBad = status.kind === "failed" || status.kind === "conflict";
	const text = (
		<span role="status" className={`flex items-center gap-1.5 px-1 text-xs whitespace-nowrap ${isBad ? "text-danger" : "text-muted"}`}>
			<Icon aria-hidden className="size-3.5" />
			<span className="max-sm:sr-only">{words[status.kind]}</span>
		</span>
	);
	if (status.kind !== "failed") return text;
	return (
		<Hint text={status.reason}>
			<Button size="small" variant="ghost" onClick={onSaveNow}>
				{text} Try again
			</Button>
		</Hint>
	);
}
