import { Eraser, X } from "lucide-react";
import type { SessionMemory } from "../api/session-memory.ts";
import { counted } from "../playground/show-time.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { DiffText } from "./diff-text.tsx";
import { type Forgetting, recoveryOf } from "./forgetting.ts";

interface ForgettingNoticeProps {
	readonly forgetting: Forgetting;
	readonly memory: SessionMemory;
	readonly onDismiss: () => void;
}

/** After a folded message was edited or deleted: what was forgotten with it, and how folding again goes. */
export function ForgettingNotice({ forgetting, memory, onDismiss }: ForgettingNoticeProps) {
	const { messages, facts, summary } = forgetting;
	return (
		<section aria-label="Forgotten" className="rounded-lg border border-warn/40 bg-warn-soft p-3 text-xs">
			<div className="flex items-start gap-2">
				<Eraser aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
				<div className="min-w-0 flex-1">
					<strong className="font-semibold">Forgotten</strong>
					<p className="mt-0.5">
						A folded message changed. What was made of it is gone: {messages === 0 ? "" : `the summary of ${counted(messages, "message")}`}
						{messages > 0 && facts.length > 0 ? " and " : ""}
						{facts.length === 0 ? "" : counted(facts.length, "key fact")}.
					</p>
				</div>
				<IconButton label="Dismiss" size="small" className="-mt-1 -mr-1" onClick={onDismiss}>
					<X />
				</IconButton>
			</div>
			{facts.length === 0 ? null : (
				<ul className="mt-2 flex flex-wrap gap-1.5">
					{facts.map(({ name, value }) => (
						<li key={name} className="rounded bg-surface px-1.5 py-0.5 [overflow-wrap:anywhere]">
							<span className="text-muted">{name}:</span> <del>{value}</del>
						</li>
					))}
				</ul>
			)}
			<Recovery forgetting={forgetting} memory={memory} />
			{summary.before === "" ? null : (
				<details className="mt-2">
					<summary className="cursor-pointer font-medium">What the summary lost</summary>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
					<section aria-label="Lost summary" tabIndex={0} className="mt-1.5 max-h-40 overflow-y-auto rounded bg-surface p-2">
						<DiffText before={summary.before} after={memory.state?.summary ?? ""} />
					</section>
				</details>
			)}
		</section>
	);
}

function Recovery({ forgetting, memory }: Pick<ForgettingNoticeProps, "forgetting" | "memory">) {
	const recovery = recoveryOf(forgetting, memory);
	return (
		<p className="mt-2 flex items-center gap-1.5 font-medium" aria-live="polite">
			{recovery === "folding" ? (
				<>
					<Spinner label="Folding" className="size-3.5" /> It is being folded again from the messages as they are now.
				</>
			) : null}
			{recovery === "folded" ? `Folded again: ${counted(memory.absorbed, "message")} absorbed.` : null}
			{recovery === "waiting" ? "The messages are sent word for word until the next fold." : null}
		</p>
	);
}
