import { useMutation } from "@tanstack/react-query";
import { problemText } from "../../api/api-problem.ts";
import { createFlow } from "../../api/flows.ts";
import { copyOf } from "../../flows/copy-flow.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { FlowDocument } from "../flow/document.ts";

interface ConflictDialogProps {
	readonly document: FlowDocument;
	readonly onReload: () => void;
	/** The id of the copy. */
	readonly onCopied: (flowId: string) => void;
}

/** Somebody else has changed the flow: nothing is overwritten until one of the two ways is chosen. */
export function ConflictDialog({ document, onReload, onCopied }: ConflictDialogProps) {
	const copy = useMutation({ mutationFn: () => createFlow(copyOf(document)), onSuccess: (flow) => onCopied(flow.id) });
	return (
		<Dialog
			open
			onOpenChange={() => {}}
			title="This flow was changed in another tab"
			description="Your last changes here are not saved, so that those over there are not lost. Keep yours as a copy, or load what was saved."
			actions={
				<>
					<Button onClick={onReload}>Load what was saved</Button>
					<Button variant="primary" disabled={copy.isPending} onClick={() => copy.mutate()}>
						Keep mine as a copy
					</Button>
				</>
			}
		>
			{copy.isError ? <Notice tone="danger">{problemText(copy.error)}</Notice> : null}
		</Dialog>
	);
}
