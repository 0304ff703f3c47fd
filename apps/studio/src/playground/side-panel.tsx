import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import { IconButton } from "../ui/icon-button.tsx";

interface SidePanelProps {
	readonly side: "left" | "right";
	readonly label: string;
	readonly open: boolean;
	/** Over the page instead of beside the chat. */
	readonly drawer: boolean;
	readonly onClose: () => void;
	readonly children: ReactNode;
}

const widths = { left: "w-60", right: "w-[25rem]" } as const;

/** A column beside the chat; on a narrow page a drawer over it. */
export function SidePanel({ side, label, open, drawer, onClose, children }: SidePanelProps) {
	if (!open) return null;
	if (!drawer) {
		return (
			<aside aria-label={label} className={classNames("shrink-0 border-line bg-surface", widths[side], side === "left" ? "border-r" : "border-l")}>
				{children}
			</aside>
		);
	}
	return (
		<Dialog.Root open onOpenChange={(stays) => stays || onClose()}>
			<Dialog.Portal>
				<Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
				<Dialog.Content
					aria-describedby={undefined}
					onOpenAutoFocus={focusPanel}
					className={classNames(
						"fixed inset-y-0 z-50 flex max-w-[calc(100vw-3rem)] flex-col bg-surface shadow-pop",
						side === "left" ? "left-0 w-72" : "right-0 w-[26rem]",
					)}
				>
					<div className="flex items-center justify-between border-b border-line py-1.5 pr-2 pl-4">
						<Dialog.Title className="text-sm font-semibold">{label}</Dialog.Title>
						<Dialog.Close asChild>
							<IconButton label={`Close ${label.toLowerCase()}`}>
								<X />
							</IconButton>
						</Dialog.Close>
					</div>
					<div className="min-h-0 flex-1">{children}</div>
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	);
}

/** The panel itself, not its close button: that would show its hint, which takes the first Escape. */
function focusPanel(event: Event): void {
	event.preventDefault();
	if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
