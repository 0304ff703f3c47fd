import type { CliStreams } from "../command.ts";

/** Shows how far a long piece of work is. */
export interface Progress {
	/** @param done of `total`, in any unit; both are shown */
	readonly show: (what: string, done: number, total: number) => void;
	/** Leaves the last bar standing. */
	readonly end: () => void;
}

const barWidth = 24;
const betweenBarsMs = 100;
const betweenLinesMs = 5_000;

/** On a terminal, one bar that is drawn anew; elsewhere a line every five seconds and at the end of each part. */
export function createProgress({ err, isTerminal = false }: Pick<CliStreams, "err" | "isTerminal">, now: () => number = Date.now): Progress {
	let shownMs = Number.NEGATIVE_INFINITY;
	let open = false;
	let last = "";
	return {
		show(what, done, total) {
			const complete = done >= total;
			if (!complete && now() - shownMs < (isTerminal ? betweenBarsMs : betweenLinesMs)) return;
			const text = `${what}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
			if (text === last) return;
			last = text;
			shownMs = now();
			open = isTerminal && !complete;
			err(isTerminal ? `\r\u001b[K${bar(done, total)} ${text}${complete ? "\n" : ""}` : `${text}\n`);
		},
		end() {
			if (open) err("\n");
			open = false;
		},
	};
}

function bar(done: number, total: number): string {
	const share = total === 0 ? 1 : Math.min(1, done / total);
	const full = Math.floor(share * barWidth);
	return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
