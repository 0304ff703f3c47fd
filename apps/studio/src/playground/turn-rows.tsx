import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useChatActions } from "./chat-actions.ts";
import type { Turn } from "./chat-runs.ts";
import { RichText } from "./markdown.tsx";
import { BotBadge, ErrorBubble, UserBubble } from "./message-row.tsx";
import { RetryButton } from "./retry-button.tsx";
import { ToolStepList } from "./tool-step-list.tsx";
import { toolSteps } from "./tool-steps.ts";

/** What the user has just sent. */
export function SendingRow({ text }: { readonly text: string }) {
	return (
		<div className="flex flex-col items-end px-2 py-1.5 opacity-80">
			<UserBubble text={text} />
		</div>
	);
}

/** An answer that is being written. */
export function AnsweringRow({ turn: { text, blocks } }: { readonly turn: Turn }) {
	const steps = toolSteps(blocks);
	return (
		<div className="flex gap-2 px-2 py-1.5" aria-busy="true">
			<BotBadge />
			<div className="min-w-0 flex-1 pt-1">
				{steps.length === 0 ? null : <ToolStepList steps={steps} />}
				{text === "" ? <Spinner label="Waiting for the answer" className="size-4" /> : <RichText text={text} streaming />}
			</div>
		</div>
	);
}

/** A turn that gave no answer: what there was of it, and why. */
export function EndedRow({ turn }: { readonly turn: Turn }) {
	const actions = useChatActions();
	const buttons = (
		<>
			<RetryButton />
			<Button size="small" variant="ghost" onClick={actions.dismiss}>
				Dismiss
			</Button>
		</>
	);
	return (
		<div className="flex gap-2 px-2 py-1.5">
			<BotBadge />
			<div className="flex min-w-0 flex-1 flex-col gap-2 pt-1">
				{turn.text === "" ? null : <RichText text={turn.text} />}
				{turn.status === "failed" ? (
					<ErrorBubble actions={buttons}>{turn.problem}</ErrorBubble>
				) : (
					<div className="flex flex-wrap items-center gap-2 rounded-lg bg-sunken px-3 py-2 text-sm text-muted">
						<span className="flex-1">Stopped. Nothing of this answer was stored.</span>
						{buttons}
					</div>
				)}
			</div>
		</div>
	);
}

/** Under a message that nothing answers. */
export function UnansweredRow() {
	return (
		<div className="flex flex-wrap items-center gap-2 px-2 py-1.5 pl-11 text-sm text-muted">
			<span>This message has no answer: its run was stopped before one was complete.</span>
			<RetryButton />
		</div>
	);
}
