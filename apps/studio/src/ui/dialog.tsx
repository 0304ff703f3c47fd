import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface DialogProps {
	readonly open: boolean;
	readonly onOpenChange: (open: boolean) => void;
	readonly title: ReactNode;
	readonly description?: ReactNode;
	readonly children: ReactNode;
	/** Buttons at the bottom right. */
	readonly actions?: ReactNode;
	readonly className?: string;
}

/** A window over the page; Escape and a click beside it close it. */
export function Dialog({ open, onOpenChange, title, description, children, actions, className }: DialogProps) {
	return (
		<Primitive.Root open={open} onOpenChange={onOpenChange}>
			<Primitive.Portal>
				<Primitive.Overlay className="fixed inset-0 z-40 bg-black/45 backdrop-blur-[1px]" />
				<Primitive.Content
					{...(description ? {} : { "aria-describedby": undefined })}
					className={classNames(
						"fixed top-1/2 left-1/2 z-50 flex max-h-[85vh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl border border-line bg-surface shadow-pop",
						className,
					)}
				>
					<div className="flex items-start gap-3 px-5 pt-4 pb-2">
						<div className="min-w-0 flex-1">
							<Primitive.Title className="text-base font-semibold text-ink">{title}</Primitive.Title>
							{description ? <Primitive.Description className="mt-1 text-sm text-muted">{description}</Primitive.Description> : null}
						</div>
						{/* Without a hint: it would take the first Escape. */}
						<Primitive.Close
							aria-label="Close"
							className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
						>
							<X aria-hidden className="size-3.5" />
						</Primitive.Close>
					</div>
					<div className="min-h-0 flex-1 overflow-y-auto px-5 py-2">{children}</div>
					{actions ? <div className="flex justify-end gap-2 px-5 pt-2 pb-4">{actions}</div> : <div className="pb-3" />}
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}
