import { useState } from "react";
import { showNumber } from "../playground/show-time.ts";
import type { CostTurn } from "./cost-series.ts";
import { niceScale } from "./nice-scale.ts";
import { useWidth } from "./use-width.ts";

interface CostChartProps {
	readonly turns: readonly CostTurn[];
	readonly onAnswer: (answerId: string) => void;
}

const height = 170;
const left = 40;
const bottom = 18;
const top = 8;

/** Bars: what was sent, its repeated part paler. Line: the newest 100 messages raw. */
export function CostChart({ turns, onAnswer }: CostChartProps) {
	const [place, width] = useWidth<HTMLDivElement>();
	const [at, setAt] = useState<number>();
	const scale = niceScale(Math.max(...turns.flatMap(({ sent, raw }) => [sent.tokens, raw.tokens])));
	const step = Math.max(1, width - left) / turns.length;
	const x = (index: number) => left + index * step;
	const y = (tokens: number) => top + (height - top - bottom) * (1 - tokens / scale.top);
	const shown = turns[at ?? turns.length - 1];
	const move = (by: number) => setAt(Math.max(0, Math.min(turns.length - 1, (at ?? turns.length - 1) + by)));
	const open = () => shown?.answerId && onAnswer(shown.answerId);
	return (
		<div>
			<div
				ref={place}
				role="slider"
				tabIndex={0}
				aria-label="Turns"
				aria-valuemin={1}
				aria-valuemax={turns.length}
				aria-valuenow={(at ?? turns.length - 1) + 1}
				aria-valuetext={shown ? turnText(shown) : ""}
				className="cursor-pointer rounded"
				onKeyDown={(event) => {
					if (event.key === "ArrowRight") move(1);
					if (event.key === "ArrowLeft") move(-1);
					if (event.key === "Enter") open();
				}}
				onPointerMove={(event) => {
					const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / step);
					setAt(index >= 0 && index < turns.length ? index : undefined);
				}}
				onPointerLeave={() => setAt(undefined)}
				onClick={open}
			>
				<svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
					{scale.ticks.map((tick) => (
						<g key={tick}>
							<line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
							<text x={left - 6} y={y(tick) + 4} textAnchor="end" className="fill-muted text-[10px]">
								{tick >= 1_000 ? `${tick / 1_000}k` : tick}
							</text>
						</g>
					))}
					{at === undefined ? null : <rect x={x(at)} y={top} width={step} height={height - top - bottom} className="fill-sunken" />}
					<Bars turns={turns} x={x} y={y} width={Math.max(1, step - Math.min(3, step / 4))} />
					<path
						d={turns.map(({ raw }, index) => `${index === 0 ? "M" : "L"}${x(index) + step / 2} ${y(raw.tokens)}`).join("")}
						className="fill-none stroke-warn"
						strokeWidth={2}
					/>
					<text x={left} y={height - 4} className="fill-muted text-[10px]">
						turn 1
					</text>
					<text x={width} y={height - 4} textAnchor="end" className="fill-muted text-[10px]">
						turn {turns.length}
					</text>
				</svg>
			</div>
			<Legend />
			{shown ? <p className="mt-1.5">{turnText(shown)}</p> : null}
		</div>
	);
}

interface BarsProps {
	readonly turns: readonly CostTurn[];
	readonly x: (index: number) => number;
	readonly y: (tokens: number) => number;
	readonly width: number;
}

function Bars({ turns, x, y, width }: BarsProps) {
	return turns.map(({ runId, sent }, index) => (
		<g key={runId}>
			<rect x={x(index)} y={y(sent.repeated)} width={width} height={y(0) - y(sent.repeated)} className="fill-accent/40" />
			<rect x={x(index)} y={y(sent.tokens)} width={width} height={Math.max(0, y(sent.repeated) - y(sent.tokens))} className="fill-accent" />
		</g>
	));
}

function Legend() {
	return (
		<ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
			<li className="flex items-center gap-1.5">
				<span className="size-2.5 rounded-xs bg-accent" /> New in the call
			</li>
			<li className="flex items-center gap-1.5">
				<span className="size-2.5 rounded-xs bg-accent/40" /> Repeated prefix
			</li>
			<li className="flex items-center gap-1.5">
				<span className="h-0.5 w-3.5 bg-warn" /> Last 100 raw
			</li>
		</ul>
	);
}

function turnText({ position, sent, raw }: CostTurn): string {
	return `Message ${position}: ${showNumber(sent.tokens)} tokens, ${showNumber(sent.repeated)} of them repeated; raw ${showNumber(raw.tokens)}, ${showNumber(raw.repeated)} repeated.`;
}
