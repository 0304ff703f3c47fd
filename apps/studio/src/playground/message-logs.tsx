import { useVirtualizer } from "@tanstack/react-virtual";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Message } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { LogRow, logColumns } from "./log-row.tsx";
import { counted } from "./show-time.ts";
import { type MessageChange, useMessageChanges } from "./use-message-changes.ts";
import { useMessages } from "./use-messages.ts";

interface MessageLogsProps {
	readonly flowId: string;
	readonly sessionId: string;
	readonly name: string;
	readonly contexts: readonly string[];
	readonly onClose: () => void;
}

/** All columns of a session's messages: texts can be edited, rows selected and deleted. */
export function MessageLogs({ flowId, sessionId, name, contexts, onClose }: MessageLogsProps) {
	const messages = useMessages(flowId, sessionId);
	const changes = useMessageChanges({ flowId, sessionId, contexts });
	const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
	const [asking, setAsking] = useState(false);
	const rows = messages.data ?? [];
	const there = rows.filter(({ id }) => picked.has(id)).map(({ id }) => id);
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Message logs: ${name}`}
			description={`${counted(rows.length, "message")}, oldest first. A text can be edited in place.`}
			className="max-w-[min(72rem,calc(100vw-2rem))]!"
			actions={
				<Button variant="danger" disabled={there.length === 0} onClick={() => setAsking(true)}>
					<Trash2 aria-hidden className="size-4" />
					{there.length === 0 ? "Delete" : `Delete ${counted(there.length, "message")}`}
				</Button>
			}
		>
			{messages.isPending ? <Spinner /> : <LogGrid rows={rows} picked={picked} onPicked={setPicked} onChange={changes.mutate} />}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title={`Delete ${counted(there.length, "message")}?`}
				confirm="Delete"
				onConfirm={() => changes.mutate({ kind: "delete", ids: there })}
			>
				They are gone for good, and so is everything that was remembered of them.
			</ConfirmDialog>
		</Dialog>
	);
}

interface LogGridProps {
	readonly rows: readonly Message[];
	readonly picked: ReadonlySet<string>;
	readonly onPicked: (picked: ReadonlySet<string>) => void;
	readonly onChange: (change: MessageChange) => void;
}

const rowPx = 37;

/** A table whose rows out of sight are two blank ones of their height. */
function LogGrid({ rows, picked, onPicked, onChange }: LogGridProps) {
	const scrolled = useRef<HTMLElement>(null);
	const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scrolled.current, estimateSize: () => rowPx, overscan: 10 });
	const items = virtual.getVirtualItems();
	const above = items[0]?.start ?? 0;
	const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
	const all = rows.length > 0 && rows.every(({ id }) => picked.has(id));
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
		<section ref={scrolled} aria-label="Rows" tabIndex={0} className="h-[58vh] overflow-auto rounded-lg border border-line">
			<table aria-rowcount={rows.length + 1} className="w-max min-w-full table-fixed border-separate border-spacing-0 text-left text-xs">
				<thead className="sticky top-0 z-10 bg-raised">
					<tr>
						<th scope="col" className="w-9 border-b border-line px-2 py-2">
							<input
								type="checkbox"
								aria-label="Select all"
								checked={all}
								onChange={() => onPicked(all ? new Set() : new Set(rows.map(({ id }) => id)))}
								className="block size-4 accent-(--accent)"
							/>
						</th>
						{logColumns.map(({ name, width }) => (
							<th key={name} scope="col" className={`border-b border-line px-2 py-2 font-medium ${width}`}>
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{above > 0 ? <BlankRow height={above} /> : null}
					{items.map(({ index }) => {
						const message = rows[index];
						return message ? <LogRow key={message.id} message={message} index={index} picked={picked} onPicked={onPicked} onChange={onChange} /> : null;
					})}
					{below > 0 ? <BlankRow height={below} /> : null}
				</tbody>
			</table>
		</section>
	);
}

function BlankRow({ height }: { readonly height: number }) {
	return (
		<tr>
			<td colSpan={logColumns.length + 1} style={{ height }} />
		</tr>
	);
}
