import type { ReactNode } from "react";

interface SidePaneProps {
	readonly side: "left" | "right";
	readonly children: ReactNode;
}

/** Beside the canvas where there is room, over it where there is not. */
export function SidePane({ side, children }: SidePaneProps) {
	const place = side === "left" ? "w-60 border-r max-lg:left-0" : "w-92 max-w-full border-l max-lg:right-0";
	return <div className={`shrink-0 border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:z-20 max-lg:shadow-pop ${place}`}>{children}</div>;
}
