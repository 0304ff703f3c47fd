import { Popover as Primitive } from "radix-ui";
import type { ReactNode } from "react";

interface PopoverProps {
	readonly trigger: ReactNode;
	readonly children: ReactNode;
	readonly align?: "start" | "center" | "end";
	readonly open?: boolean;
	readonly onOpenChange?: (open: boolean) => void;
}

/** A small window beside the button that opens it. */
export function Popover({ trigger, children, align = "start", ...state }: PopoverProps) {
	return (
		<Primitive.Root {...state}>
			<Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
			<Primitive.Portal>
				<Primitive.Content
					align={align}
					sideOffset={6}
					collisionPadding={8}
					className="z-50 w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-3 text-sm shadow-pop"
				>
					{children}
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}
