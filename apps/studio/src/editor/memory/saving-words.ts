import type { Saving } from "./estimate-saving.ts";

/** What an estimate means, without promising more than it says. */
export function savingWords({ savedShare, folds }: Pick<Saving, "savedShare" | "folds">, messages: number): string {
	const session = `${messages.toLocaleString("en")} messages`;
	if (folds === 0) return `This session of ${session} is too short for a fold: nothing changes, and nothing is lost.`;
	const times = folds === 1 ? "1 fold" : `${folds} folds`;
	const percent = Math.round(Math.abs(savedShare) * 100);
	if (savedShare < 0.005) return `${times} would have cost ${percent} % more on these ${session}: they are short. What folds buy here is memory, not tokens.`;
	return `About ${percent} % fewer history tokens over these ${session}, the ${times} included.`;
}
