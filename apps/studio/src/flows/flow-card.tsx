import { useState } from "react";
import { Link } from "react-router";
import type { FlowHeader } from "../api/flows.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { FlowMenu } from "./flow-menu.tsx";
import { timeAgo } from "./time-ago.ts";
import { useFlowMutations } from "./use-flow-mutations.ts";

/** One flow of the list. */
export function FlowCard({ flow }: { readonly flow: FlowHeader }) {
	const [renaming, setRenaming] = useState(false);
	const [deleting, setDeleting] = useState(false);
	const { rename, remove } = useFlowMutations();
	const address = `/flows/${encodeURIComponent(flow.id)}`;
	const description = typeof flow.description === "string" ? flow.description : "";
	const finishRename = (name: string) => {
		setRenaming(false);
		if (name.trim() !== "" && name.trim() !== flow.name) rename.mutate({ flow, name: name.trim() });
	};
	return (
		<article
			aria-label={flow.name}
			className="group relative flex h-full min-h-32 flex-col rounded-xl border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong"
		>
			<div className="flex items-start gap-2">
				{renaming ? (
					<RenameInput name={flow.name} onDone={finishRename} onCancel={() => setRenaming(false)} />
				) : (
					<h2 className="min-w-0 flex-1 font-semibold">
						<Link to={address} className="line-clamp-2 rounded before:absolute before:inset-0 before:rounded-xl">
							{flow.name}
						</Link>
					</h2>
				)}
				<FlowMenu flow={flow} onRename={() => setRenaming(true)} onDelete={() => setDeleting(true)} />
			</div>
			<p className="mt-1.5 line-clamp-2 flex-1 text-[13px] text-muted">{description}</p>
			<p className="mt-3 text-xs text-muted">Changed {timeAgo(flow.updated_at, Date.now())}</p>
			<ConfirmDialog open={deleting} onOpenChange={setDeleting} title={`Delete “${flow.name}”?`} confirm="Delete flow" onConfirm={() => remove.mutate(flow)}>
				Its messages and everything that is remembered of them are deleted too. This cannot be undone.
			</ConfirmDialog>
		</article>
	);
}

interface RenameInputProps {
	readonly name: string;
	readonly onDone: (name: string) => void;
	readonly onCancel: () => void;
}

function RenameInput({ name, onDone, onCancel }: RenameInputProps) {
	return (
		<TextInput
			// It stands where the name stood, because somebody asked to change that.
			autoFocus
			aria-label="Flow name"
			defaultValue={name}
			maxLength={200}
			className="relative font-semibold"
			onFocus={(event) => event.target.select()}
			onBlur={(event) => onDone(event.target.value)}
			onKeyDown={(event) => {
				if (event.key === "Enter") event.currentTarget.blur();
				if (event.key === "Escape") onCancel();
			}}
		/>
	);
}
