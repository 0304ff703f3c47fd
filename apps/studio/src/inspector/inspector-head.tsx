import { Brain, Ellipsis, FoldVertical, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { SessionMemory } from "../api/session-memory.ts";
import { counted } from "../playground/show-time.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import type { MemoryScope } from "./inspector-api.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

interface InspectorHeadProps {
	readonly scope: MemoryScope;
	readonly memory: SessionMemory;
	/** Whether an Agent of this scope has the switch on. */
	readonly on: boolean;
}

/** What is remembered in one line, and what can be done about it. */
export function InspectorHead({ scope, memory, on }: InspectorHeadProps) {
	const { fold, rebuild } = useMemoryChanges(scope);
	const [asking, setAsking] = useState(false);
	const facts = new Set([...Object.keys(memory.state?.pinned ?? {}), ...Object.keys(memory.state?.overrides ?? {})]).size;
	const busy = fold.isPending || rebuild.isPending;
	return (
		<div className="flex items-center gap-2">
			<Brain aria-hidden className="size-4 text-accent" />
			<div className="min-w-0 flex-1">
				<h2 className="text-sm font-semibold">Memory</h2>
				<p className="text-xs text-muted" aria-live="polite">
					{busy ? "Folding…" : `${counted(memory.absorbed, "message")} folded, ${counted(facts, "fact")}`}
				</p>
			</div>
			{on ? null : <Badge tone="warn">Switch is off</Badge>}
			<Button size="small" disabled={busy || !on} onClick={() => fold.mutate()}>
				<FoldVertical aria-hidden className={`size-3.5 ${fold.isPending ? "animate-pulse" : ""}`} />
				Fold now
			</Button>
			<Menu
				trigger={
					<IconButton label="More about the memory" size="small">
						<Ellipsis />
					</IconButton>
				}
			>
				<MenuItem icon={<RefreshCw />} disabled={busy} opens onSelect={() => setAsking(true)}>
					Rebuild from messages
				</MenuItem>
			</Menu>
			<ConfirmDialog open={asking} onOpenChange={setAsking} title="Rebuild from the messages?" confirm="Rebuild" onConfirm={() => rebuild.mutate()}>
				Summary and folded values are forgotten and made again from the messages, one model call for each batch. Values set by hand stay.
			</ConfirmDialog>
		</div>
	);
}
