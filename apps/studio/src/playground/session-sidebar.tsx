import { ListChecks, Plus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { SessionRow } from "./session-row.tsx";
import { counted } from "./show-time.ts";

/** What can be done to sessions; what cannot be undone asks first. */
export interface SessionActions {
	readonly select: (id: string) => void;
	readonly create: () => void;
	readonly rename: (id: string, name: string) => Promise<void>;
	readonly showLogs: (id: string) => void;
	readonly clear: (id: string) => void;
	readonly remove: (ids: readonly string[]) => void;
}

interface SessionSidebarProps {
	readonly flowId: string;
	readonly sessions: readonly string[];
	/** The list is still being read: a new session could get a name that is taken. */
	readonly loading: boolean;
	readonly shown: string;
	readonly actions: SessionActions;
}

/** The sessions of a flow. */
export function SessionSidebar({ flowId, sessions, loading, shown, actions }: SessionSidebarProps) {
	const [picked, setPicked] = useState<ReadonlySet<string>>();
	const there = sessions.filter((id) => picked?.has(id));
	const pick = (id: string) => setPicked((before) => toggled(before ?? new Set(), id));
	return (
		<nav aria-label="Sessions" className="flex h-full flex-col">
			<div className="flex items-center gap-1 px-3 pt-3 pb-2">
				<h2 className="flex-1 px-1 text-xs font-semibold tracking-wide text-muted uppercase">Sessions</h2>
				<IconButton label={picked ? "Stop selecting" : "Select several"} size="small" onClick={() => setPicked(picked ? undefined : new Set())}>
					{picked ? <X /> : <ListChecks />}
				</IconButton>
				<IconButton label="New chat" size="small" disabled={loading} onClick={actions.create}>
					<Plus />
				</IconButton>
			</div>
			<ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
				{sessions.map((id) => (
					<SessionRow key={id} flowId={flowId} id={id} shown={id === shown} picked={picked?.has(id)} onPick={() => pick(id)} actions={actions} />
				))}
			</ul>
			{picked ? (
				<div className="flex items-center gap-2 border-t border-line p-3">
					<span className="flex-1 text-xs text-muted">{counted(there.length, "session")} selected</span>
					<Button
						size="small"
						variant="danger"
						disabled={there.length === 0}
						onClick={() => {
							actions.remove(there);
							setPicked(undefined);
						}}
					>
						<Trash2 aria-hidden className="size-3.5" />
						Delete
					</Button>
				</div>
			) : null}
		</nav>
	);
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
	const after = new Set(before);
	if (!after.delete(id)) after.add(id);
	return after;
}
