import { Hand, Pencil, Undo2, Unlock } from "lucide-react";
import { useState } from "react";
import type { Message } from "../api/messages.ts";
import type { SessionMemory } from "../api/session-memory.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useToast } from "../ui/toast-context.ts";
import { FactEditor } from "./fact-editor.tsx";
import { FactHistory } from "./fact-history.tsx";
import { FactOrigin } from "./fact-origin.tsx";
import type { ExpectedState } from "./inspector-api.ts";
import type { KeyFact } from "./key-facts.ts";
import { expectedState, isConflict } from "./use-memory-changes.ts";

export interface FactCardProps {
	readonly fact: KeyFact;
	readonly memory: SessionMemory;
	readonly messages: readonly Message[];
	/** False in a session without messages: nothing can be pinned there. */
	readonly canChange: boolean;
	readonly onOverride: (values: Readonly<Record<string, string | null>>, expected: ExpectedState) => Promise<unknown>;
	readonly onShowFold: (foldId: string) => void;
	readonly onGoTo: (messageId: string) => void;
}

/** One pinned key. */
export function FactCard({ fact, memory, messages, canChange, onOverride, onShowFold, onGoTo }: FactCardProps) {
	const [editing, setEditing] = useState(false);
	const set = (value: string | null) => onOverride({ [fact.name]: value }, expectedState(memory));
	const toast = useToast();
	const setAtOnce = (value: string | null) =>
		void set(value).catch((error: unknown) => {
			// Other refusals have been told already.
			if (isConflict(error))
				toast({ text: `The memory changed meanwhile: ${fact.name} was left as it is now. Look at its value, and try again.`, tone: "danger" });
		});
	return (
		<li className="rounded-lg border border-line bg-raised p-3">
			<div className="flex items-start gap-2">
				<div className="min-w-0 flex-1">
					<div className="flex flex-wrap items-center gap-1.5">
						<h3 className="font-mono text-xs font-medium [overflow-wrap:anywhere]">{fact.name}</h3>
						{fact.setByHand ? (
							<Badge tone="info">
								<Hand aria-hidden />
								Set by hand
							</Badge>
						) : null}
					</div>
					{fact.description === "" ? null : <p className="mt-0.5 text-xs text-muted">{fact.description}</p>}
				</div>
				{fact.setByHand ? (
					<Button size="small" variant="ghost" onClick={() => setAtOnce(null)}>
						<Unlock aria-hidden className="size-3.5" />
						Release
					</Button>
				) : null}
				{canChange && !editing ? (
					<IconButton label={`Set ${fact.name} by hand`} size="small" onClick={() => setEditing(true)}>
						<Pencil />
					</IconButton>
				) : null}
			</div>
			{editing ? (
				<FactEditor fact={fact} memory={memory} onOverride={onOverride} onClose={() => setEditing(false)} />
			) : (
				<p className={`mt-2 text-[15px] [overflow-wrap:anywhere] ${fact.value === undefined ? "text-muted italic" : "font-medium"}`}>
					{fact.value ?? "No value yet"}
				</p>
			)}
			{fact.setByHand && fact.foldedValue !== undefined ? (
				<p className="mt-1 text-xs text-muted">
					Released, it is the folded value: <span className="text-ink">{fact.foldedValue}</span>
				</p>
			) : null}
			<FactOrigin fact={fact} messages={messages} onShowFold={onShowFold} onGoTo={onGoTo} />
			{fact.cleared === undefined ? null : (
				<Button size="small" className="mt-2" onClick={() => setAtOnce(fact.cleared ?? null)}>
					<Undo2 aria-hidden className="size-3.5" />
					Undo the clear: {fact.cleared.slice(0, 40)}
				</Button>
			)}
			<FactHistory fact={fact} onShowFold={onShowFold} />
		</li>
	);
}
