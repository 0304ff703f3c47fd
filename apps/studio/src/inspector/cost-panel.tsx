import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useMemo } from "react";
import { problemText } from "../api/api-problem.ts";
import type { Message } from "../api/messages.ts";
import { showNumber } from "../playground/show-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { CostChart } from "./cost-chart.tsx";
import { type CostTotals, cachedPrice, costSeries, costTotals, rawWindow } from "./cost-series.ts";
import { listRunViews } from "./inspector-api.ts";

interface CostPanelProps {
	readonly flowId: string;
	readonly sessionId: string;
	readonly messages: readonly Message[];
	readonly onAnswer: (answerId: string) => void;
}

/** Input tokens of each turn, against the newest 100 messages raw on the same session. */
export function CostPanel({ flowId, sessionId, messages, onAnswer }: CostPanelProps) {
	const views = useQuery({ queryKey: ["runs", flowId, sessionId, "views"], queryFn: () => listRunViews(flowId, sessionId) });
	const turns = useMemo(() => costSeries(messages, views.data ?? []), [messages, views.data]);
	const totals = useMemo(() => costTotals(turns), [turns]);
	if (views.isPending) return <Spinner />;
	if (views.isError) return <Notice tone="danger">{problemText(views.error)}</Notice>;
	if (turns.length === 0) {
		return (
			<EmptyState icon={<ChartNoAxesColumn />} title="No turns yet">
				After the first answer this shows what each turn costs, and what it would cost with the newest {rawWindow} messages raw.
			</EmptyState>
		);
	}
	return (
		<div className="flex flex-col gap-4 text-xs">
			<Totals totals={totals} turns={turns.length} />
			<CostChart turns={turns} onAnswer={onAnswer} />
			<p className="text-muted">
				The repeated part begins a call exactly as the call before it did, so a provider can read it from its prompt cache, at about {cachedPrice * 100} % of
				the price. Messages are estimated; instructions and tools count on both sides.
			</p>
		</div>
	);
}

function Totals({ totals, turns }: { readonly totals: CostTotals; readonly turns: number }) {
	return (
		<dl className="grid grid-cols-2 gap-2">
			<Total name={`Sent in ${turns} ${turns === 1 ? "turn" : "turns"}`} value={`${showNumber(totals.sent.tokens)} tokens`} />
			<Total name={`Last ${rawWindow} raw`} value={`${showNumber(totals.raw.tokens)} tokens`} />
			<Total name="Tokens, against raw" value={less(totals.saved)} strong={totals.saved > 0} />
			<Total name="Cost with a prompt cache" value={less(totals.savedWithCache)} strong={totals.savedWithCache > 0} />
		</dl>
	);
}

function Total({ name, value, strong = false }: { readonly name: string; readonly value: string; readonly strong?: boolean }) {
	return (
		<div className="rounded-lg border border-line bg-raised p-2.5">
			<dt className="text-muted">{name}</dt>
			<dd className={`mt-0.5 text-base font-semibold tabular-nums ${strong ? "text-ok" : ""}`}>{value}</dd>
		</div>
	);
}

function less(share: number): string {
	const percent = Math.round(Math.abs(share) * 100);
	if (percent === 0) return "the same";
	return `${percent} % ${share > 0 ? "less" : "more"}`;
}
