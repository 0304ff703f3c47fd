import { memo, useMemo, useState } from "react";
import type { Message } from "../api/messages.ts";
import type { SessionMap } from "./classify-session.ts";
import { standingStyle } from "./standing-style.ts";
import { StripCard } from "./strip-card.tsx";
import { StripCells } from "./strip-cells.tsx";
import { cellAt, indexAt, layOutStrip, placeAfter } from "./strip-layout.ts";
import { StripLegend } from "./strip-legend.tsx";
import { useWidth } from "./use-width.ts";

interface SessionStripProps {
	readonly messages: readonly Message[];
	readonly map: SessionMap;
	/** Messages that a reader wants to find, such as those of a fold. */
	readonly marked: { readonly first: number; readonly last: number } | undefined;
	readonly onGoTo: (messageId: string) => void;
}

/** About as high as it gets, in pixels, before the cells are at their smallest. */
const wantedHeight = 104;

/** Every stored message as a cell: where it stands, the cursor, and what the next fold takes. One slider for the keyboard. */
export const SessionStrip = memo(function SessionStrip({ messages, map, marked, onGoTo }: SessionStripProps) {
	const [place, width] = useWidth<HTMLDivElement>();
	const [at, setAt] = useState<number>();
	const layout = useMemo(() => layOutStrip(messages.length, width, wantedHeight), [messages.length, width]);
	const count = messages.length;
	const current = at === undefined ? undefined : messages[at];
	if (count === 0) return <p className="text-xs text-muted">No messages yet. Each one will be a cell here.</p>;
	return (
		<div>
			<div
				ref={place}
				role="slider"
				tabIndex={0}
				aria-label="Messages of the session"
				aria-valuemin={1}
				aria-valuemax={count}
				aria-valuenow={(at ?? count - 1) + 1}
				aria-valuetext={
					current && at !== undefined
						? `Message ${at + 1}, ${standingStyle[map.standings[at] ?? "unseen"].name}: ${current.text.slice(0, 120)}`
						: `${count} messages`
				}
				className="relative max-h-44 cursor-pointer overflow-y-auto overflow-x-hidden rounded"
				onKeyDown={(event) => {
					if (event.key === "Enter" && current) onGoTo(current.id);
					const to = placeAfter(event.key, { at, count, columns: layout.columns });
					if (to === undefined) return;
					event.preventDefault();
					setAt(to);
				}}
				onPointerMove={(event) => {
					const box = event.currentTarget.getBoundingClientRect();
					setAt(indexAt(layout, count, event.clientX - box.left, event.clientY - box.top + event.currentTarget.scrollTop));
				}}
				onPointerLeave={() => setAt(undefined)}
				onBlur={() => setAt(undefined)}
				onClick={() => current && onGoTo(current.id)}
			>
				{width > 0 ? <StripCells layout={layout} map={map} marked={marked} at={at} /> : null}
			</div>
			<div className="relative">
				{current && at !== undefined ? (
					<StripCard message={current} position={at + 1} standing={map.standings[at] ?? "unseen"} left={cellAt(layout, at).x} />
				) : null}
			</div>
			<StripLegend map={map} />
		</div>
	);
});
