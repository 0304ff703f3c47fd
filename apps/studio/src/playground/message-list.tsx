import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import type { ChatItem } from "./chat-items.ts";
import { FoldEdge } from "./fold-edge.tsx";
import { MessageRow } from "./message-row.tsx";
import { AnsweringRow, EndedRow, SendingRow, UnansweredRow } from "./turn-rows.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface MessageListProps {
	readonly items: readonly ChatItem[];
	/** Id of the last absorbed message: a line after it says that what is above has been folded. */
	readonly cursorId: string | undefined;
	/** Where to go; a new object goes there again. */
	readonly jump: { readonly id: string } | undefined;
}

const estimatedRowPx = 92;
const markedMs = 2_000;

/** The rows of a chat. Only those in sight are in the page, however many there are. */
export const MessageList = memo(function MessageList({ items, cursorId, jump }: MessageListProps) {
	const scrolled = useRef<HTMLDivElement>(null);
	const rows = useVirtualizer({
		count: items.length,
		getScrollElement: () => scrolled.current,
		estimateSize: () => estimatedRowPx,
		getItemKey: (index) => items[index]?.key ?? index,
		overscan: 8,
	});
	const { away, toEnd, release } = useStickToEnd(scrolled, (sticks) => {
		// At the end it is the end that stays in place, not what is being read.
		rows.shouldAdjustScrollPositionOnItemSizeChange = sticks ? () => false : undefined;
	});
	const marked = useJump(jump, (id) => {
		const index = items.findIndex(({ key }) => key === id);
		if (index < 0) return;
		release();
		rows.scrollToIndex(index, { align: "center" });
	});
	return (
		<div className="relative min-h-0 flex-1">
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
			<section ref={scrolled} aria-label="Messages" tabIndex={0} className="h-full overflow-y-auto [overflow-anchor:none]">
				<div className="relative mx-auto w-full max-w-3xl" style={{ height: rows.getTotalSize() }}>
					{rows.getVirtualItems().map(({ index, key, start }) => {
						const item = items[index];
						return item ? (
							<div
								key={key}
								ref={rows.measureElement}
								data-index={index}
								className="absolute top-0 left-0 w-full px-2 sm:px-4"
								style={{ transform: `translateY(${start}px)` }}
							>
								<div className="py-1.5">{rowOf(item, marked === item.key)}</div>
								{item.key === cursorId ? <FoldEdge /> : null}
							</div>
						) : null;
					})}
				</div>
			</section>
			{away ? (
				<Button size="small" className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop" onClick={toEnd}>
					<ArrowDown aria-hidden className="size-3.5" />
					Newest
				</Button>
			) : null}
		</div>
	);
});

function rowOf(item: ChatItem, marked: boolean): ReactNode {
	switch (item.kind) {
		case "message":
			return <MessageRow message={item.message} last={item.last} marked={marked} />;
		case "sending":
			return <SendingRow text={item.text} />;
		case "answering":
			return <AnsweringRow turn={item.turn} />;
		case "ended":
			return <EndedRow turn={item.turn} />;
		case "unanswered":
			return <UnansweredRow />;
	}
}

/** Goes where it is told, and marks the row for a moment. @returns the key of the marked row. */
function useJump(jump: { readonly id: string } | undefined, go: (id: string) => void): string | undefined {
	const [marked, setMarked] = useState<string>();
	const goNow = useRef(go);
	goNow.current = go;
	useEffect(() => {
		if (!jump) return;
		goNow.current(jump.id);
		setMarked(jump.id);
		const timer = setTimeout(() => setMarked(undefined), markedMs);
		return () => clearTimeout(timer);
	}, [jump]);
	return marked;
}
