import { showTime } from "../playground/show-time.ts";
import type { KeyFact } from "./key-facts.ts";

interface FactHistoryProps {
	readonly fact: KeyFact;
	readonly onShowFold: (foldId: string) => void;
}

/** The values that folds gave a key over time. */
export function FactHistory({ fact, onShowFold }: FactHistoryProps) {
	if (fact.history.length < 2) return null;
	return (
		<details className="mt-2 text-xs">
			<summary className="cursor-pointer font-medium text-muted">History ({fact.history.length} values)</summary>
			<ol className="mt-1.5 flex flex-col gap-1 border-l-2 border-line pl-3">
				{fact.history.map(({ value, fold }) => (
					<li key={fold.id} className="flex items-baseline gap-2">
						<span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value ?? <em className="text-muted">cleared</em>}</span>
						<button type="button" className="rounded text-accent underline underline-offset-2" onClick={() => onShowFold(fold.id)}>
							fold, {showTime(fold.at)}
						</button>
					</li>
				))}
			</ol>
		</details>
	);
}
