import { History } from "lucide-react";
import { useMemo } from "react";
import type { Message } from "../api/messages.ts";
import type { Fold, SessionMemory } from "../api/session-memory.ts";
import { showDuration, showNumber, showTime } from "../playground/show-time.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { DiffText } from "./diff-text.tsx";
import { foldRange } from "./fold-range.ts";
import { outcomeOf, reasonOf } from "./fold-words.ts";

interface FoldJournalPanelProps {
	readonly memory: SessionMemory;
	readonly messages: readonly Message[];
	/** The fold whose messages are marked on the strip. */
	readonly marked: string | undefined;
	readonly onMark: (foldId: string | undefined) => void;
	readonly onGoTo: (messageId: string) => void;
}

/** The fold journal, newest first. */
export function FoldJournalPanel({ memory, messages, marked, onMark, onGoTo }: FoldJournalPanelProps) {
	if (memory.journal.length === 0) {
		return (
			<EmptyState icon={<History />} title="No folds yet">
				Every attempt to fold is written down here, also the failed ones and why they failed.
			</EmptyState>
		);
	}
	return (
		<ol className="flex flex-col gap-2">
			{memory.journal.map((fold, index) => (
				<FoldEntry
					key={fold.id}
					fold={fold}
					before={memory.journal.slice(index + 1).find(({ snapshot }) => snapshot !== null)}
					messages={messages}
					marked={marked === fold.id}
					onMark={() => onMark(marked === fold.id ? undefined : fold.id)}
					onGoTo={onGoTo}
				/>
			))}
		</ol>
	);
}

interface FoldEntryProps {
	readonly fold: Fold;
	/** The saved fold before it. */
	readonly before: Fold | undefined;
	readonly messages: readonly Message[];
	readonly marked: boolean;
	readonly onMark: () => void;
	readonly onGoTo: (messageId: string) => void;
}

function FoldEntry({ fold, before, messages, marked, onMark, onGoTo }: FoldEntryProps) {
	const { label, tone } = outcomeOf(fold);
	const range = useMemo(() => foldRange(messages, fold), [messages, fold]);
	const reason = reasonOf(fold);
	return (
		<li className={`rounded-lg border p-3 text-xs ${marked ? "border-accent bg-accent-soft" : "border-line bg-raised"}`}>
			<div className="flex items-center gap-2">
				<Badge tone={tone}>{label}</Badge>
				<span className="flex-1 font-medium">{rangeText(fold, range)}</span>
				<time className="text-muted">{showTime(fold.at)}</time>
			</div>
			{reason === undefined ? null : <p className={fold.outcome === "failed" ? "mt-1.5 text-danger" : "mt-1.5"}>{reason}</p>}
			<p className="mt-1.5 text-muted">
				{fold.model}, {showDuration(fold.duration_ms)}, {sizeText(fold)}
			</p>
			<div className="mt-2 flex flex-wrap gap-1.5">
				<Button size="small" variant="ghost" aria-pressed={marked} disabled={!range} onClick={onMark}>
					{marked ? "Unmark" : "Mark on the strip"}
				</Button>
				<Button size="small" variant="ghost" disabled={!range} onClick={() => range && onGoTo(messages[range.first]?.id ?? "")}>
					Go to its messages
				</Button>
			</div>
			{fold.snapshot ? (
				<details className="mt-1.5">
					<summary className="cursor-pointer font-medium">What it changed in the summary</summary>
					<div className="mt-1.5 rounded bg-surface p-2">
						<DiffText before={before?.snapshot?.summary ?? ""} after={fold.snapshot.summary} />
					</div>
				</details>
			) : null}
		</li>
	);
}

function rangeText({ message_count: count }: Fold, range: ReturnType<typeof foldRange>): string {
	const messages = `${showNumber(count)} ${count === 1 ? "message" : "messages"}`;
	return range ? `${messages} (${range.first + 1} to ${range.last + 1})` : messages;
}

function sizeText({ usage, prompt_chars: chars }: Fold): string {
	if (!usage || usage.input_tokens === null) return `${showNumber(chars)} characters in`;
	return `${showNumber(usage.input_tokens)} tokens in, ${showNumber(usage.output_tokens ?? 0)} out`;
}
