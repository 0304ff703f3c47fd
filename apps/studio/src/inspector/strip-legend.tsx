import { counted, showNumber } from "../playground/show-time.ts";
import { Hint } from "../ui/hint.tsx";
import type { SessionMap } from "./classify-session.ts";
import { standingStyle, standings } from "./standing-style.ts";

/** What the colours mean, how many cells have each, and when the next fold comes. */
export function StripLegend({ map }: { readonly map: SessionMap }) {
	const shown = standings.filter((standing) => map.counts[standing] > 0 || standing === "absorbed" || standing === "backlog" || standing === "recent");
	return (
		<div className="mt-2 text-xs">
			<ul className="flex flex-wrap gap-x-3 gap-y-1">
				{shown.map((standing) => (
					<li key={standing}>
						<Hint text={standingStyle[standing].meaning}>
							<button type="button" className="inline-flex cursor-help items-center gap-1.5 rounded">
								<span className={`size-2.5 rounded-xs ${standingStyle[standing].dot}`} />
								{standingStyle[standing].name}
								<span className="font-medium tabular-nums">{showNumber(map.counts[standing])}</span>
							</button>
						</Hint>
					</li>
				))}
			</ul>
			<p className="mt-1.5 text-muted">{nextFoldText(map)}</p>
		</div>
	);
}

/** When the next fold comes, and what it takes. */
function nextFoldText({ nextFold, untilFold }: SessionMap): string {
	if (nextFold === undefined) return `Nothing waits. The next fold comes when ${counted(untilFold, "message")} have left the recent window.`;
	const range = nextFold.first === nextFold.last ? `message ${nextFold.first + 1}` : `messages ${nextFold.first + 1} to ${nextFold.last + 1}`;
	if (untilFold === 0) return `A fold is due: it takes ${range} (dashed).`;
	return `Next fold after ${untilFold} more ${untilFold === 1 ? "message" : "messages"}; it would take ${range} now (dashed).`;
}
