import { memo } from "react";
import type { SessionMap } from "./classify-session.ts";
import { standingStyle, standings } from "./standing-style.ts";
import { cellAt, cellsPath, type StripLayout } from "./strip-layout.ts";

interface StripCellsProps {
	readonly layout: StripLayout;
	readonly map: SessionMap;
	readonly marked: { readonly first: number; readonly last: number } | undefined;
	/** The cell that is pointed at. */
	readonly at: number | undefined;
}

/** The cells as one shape per standing: as light with 5,000 messages as with 50. */
export function StripCells({ layout, map, marked, at }: StripCellsProps) {
	const pointed = at === undefined ? undefined : cellAt(layout, at);
	return (
		<svg width={layout.width} height={layout.height + 2} viewBox={`-1 -1 ${layout.width + 2} ${layout.height + 2}`} aria-hidden="true" className="block">
			<Shapes layout={layout} map={map} />
			<Frame layout={layout} range={map.nextFold} className="stroke-warn" dash={[3, 2]} />
			<Frame layout={layout} range={marked} className="stroke-ink" />
			{map.cursor < 0 ? null : <CursorMark layout={layout} index={map.cursor} />}
			{pointed ? (
				<rect x={pointed.x - 1} y={pointed.y - 1} width={layout.size + 2} height={layout.size + 2} className="fill-none stroke-ink" strokeWidth={2} />
			) : null}
		</svg>
	);
}

const Shapes = memo(function Shapes({ layout, map }: Pick<StripCellsProps, "layout" | "map">) {
	return standings.map((standing) => (
		<path
			key={standing}
			data-standing={standing}
			className={standingStyle[standing].fill}
			d={cellsPath(layout, map.standings.length, (index) => map.standings[index] === standing)}
		/>
	));
});

interface FrameProps {
	readonly layout: StripLayout;
	readonly range: { readonly first: number; readonly last: number } | undefined;
	readonly className: string;
	readonly dash?: readonly [number, number];
}

/** A line under the cells of a range, row by row. */
function Frame({ layout, range, className, dash }: FrameProps) {
	if (!range) return null;
	const { columns, pitch, size } = layout;
	const lines: string[] = [];
	for (let row = Math.floor(range.first / columns); row <= Math.floor(range.last / columns); row++) {
		const from = Math.max(range.first, row * columns) % columns;
		const to = Math.min(range.last, row * columns + columns - 1) % columns;
		const y = row * pitch + size;
		lines.push(`M${from * pitch} ${y}h${(to - from) * pitch + size}`);
	}
	return <path d={lines.join("")} className={`fill-none ${className}`} strokeWidth={2} strokeDasharray={dash?.join(" ")} />;
}

/** The cursor: a bar after the last absorbed cell. */
function CursorMark({ layout, index }: { readonly layout: StripLayout; readonly index: number }) {
	const { x, y } = cellAt(layout, index);
	const width = Math.max(2, layout.pitch - layout.size);
	return <rect data-cursor={index} x={Math.min(x + layout.size, layout.width - width)} y={y - 1} width={width} height={layout.size + 2} className="fill-ink" />;
}
