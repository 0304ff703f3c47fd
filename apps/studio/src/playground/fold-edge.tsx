import { FoldVertical } from "lucide-react";

/** The line in the chat where the memory's cursor stands. */
export function FoldEdge() {
	return (
		<div className="my-2 flex items-center gap-3 px-2 text-xs text-accent">
			<span className="h-px flex-1 bg-accent/40" />
			<span className="flex items-center gap-1.5">
				<FoldVertical aria-hidden className="size-3.5" />
				Cursor: all above is absorbed into the summary
			</span>
			<span className="h-px flex-1 bg-accent/40" />
		</div>
	);
}
