import { FileText } from "lucide-react";
import { useState } from "react";
import type { SessionMemory } from "../api/session-memory.ts";
import { RichText } from "../playground/markdown.tsx";
import { showNumber, showTime } from "../playground/show-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Switch } from "../ui/switch.tsx";
import { DiffText } from "./diff-text.tsx";

/** The summary, and what the last fold did to it. */
export function SummaryPanel({ memory }: { readonly memory: SessionMemory }) {
	const [diff, setDiff] = useState(false);
	const { state } = memory;
	if (!state || state.summary === "") {
		return (
			<EmptyState icon={<FileText />} title="No summary yet">
				The first fold writes it, once enough messages have left the recent window.
			</EmptyState>
		);
	}
	const saved = memory.journal.filter(({ snapshot }) => snapshot !== null);
	const before = saved[1]?.snapshot?.summary ?? "";
	return (
		<div className="flex flex-col gap-3 text-sm">
			<div className="flex items-center gap-2 text-xs text-muted">
				<span className="flex-1">
					{showNumber(memory.summary_tokens)} tokens with the key facts, by {state.summary_model}, {showTime(state.updated_at)}
				</span>
				<span className="flex items-center gap-2">
					<span id="summary-diff">Changes of the last fold</span>
					<Switch aria-labelledby="summary-diff" checked={diff} onCheckedChange={setDiff} />
				</span>
			</div>
			<div className="rounded-lg border border-line bg-raised p-3">
				{diff ? <DiffText before={before} after={state.summary} /> : <RichText text={state.summary} />}
			</div>
		</div>
	);
}
