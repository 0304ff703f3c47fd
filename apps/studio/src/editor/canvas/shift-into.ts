interface Span {
	readonly from: number;
	readonly to: number;
}

/** Left free at the edges, in pixels. */
const marginPx = 16;

/** How far something must be moved to lie within what is free; its start counts more when it is too long. 0 when it lies there. */
export function shiftInto(free: Span, span: Span): number {
	const before = free.from + marginPx - span.from;
	const behind = free.to - marginPx - span.to;
	if (before > 0) return before;
	return behind < 0 ? Math.max(behind, before) : 0;
}
