import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface ConfirmDialogProps {
	readonly open: boolean;
	readonly onOpenChange: (open: boolean) => void;
	readonly title: string;
	readonly children: ReactNode;
	/** The verb on the button that does it, e.g. `Delete flow`. */
	readonly confirm: string;
	readonly onConfirm: () => void;
}

/** Asks once before something that cannot be undone. The safe answer has the focus. */
export function ConfirmDialog({ open, onOpenChange, title, children, confirm, onConfirm }: ConfirmDialogProps) {
	return (
		<AlertDialog.Root open={open} onOpenChange={onOpenChange}>
			<AlertDialog.Portal>
				<AlertDialog.Overlay className="fixed inset-0 z-40 bg-black/45 backdrop-blur-[1px]" />
				<AlertDialog.Content className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded-xl border border-line bg-surface p-5 shadow-pop">
					<AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
					<AlertDialog.Description asChild>
						<div className="mt-2 text-sm text-muted">{children}</div>
					</AlertDialog.Description>
					<div className="mt-5 flex justify-end gap-2">
						<AlertDialog.Cancel asChild>
							<Button>Cancel</Button>
						</AlertDialog.Cancel>
						<AlertDialog.Action asChild>
							<Button variant="danger" onClick={onConfirm}>
								{confirm}
							</Button>
						</AlertDialog.Action>
					</div>
				</AlertDialog.Content>
			</AlertDialog.Portal>
		</AlertDialog.Root>
	);
}
