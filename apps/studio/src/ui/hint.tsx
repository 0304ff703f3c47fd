import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";

interface HintProps {
	readonly text: ReactNode;
	readonly side?: "top" | "right" | "bottom" | "left";
	/** One element that can have the focus. */
	readonly children: ReactNode;
}

/** Words that appear beside an element when it is pointed at or has the focus. */
export function Hint({ text, side = "bottom", children }: HintProps) {
	return (
		<Tooltip.Root>
			<Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
			<Tooltip.Portal>
				<Tooltip.Content
					side={side}
					sideOffset={6}
					collisionPadding={8}
					className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs leading-snug text-canvas shadow-pop"
				>
					{text}
				</Tooltip.Content>
			</Tooltip.Portal>
		</Tooltip.Root>
	);
}
