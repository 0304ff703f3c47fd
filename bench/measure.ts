/** Something to time, over and over. */
export interface Timed {
	readonly name: string;
	readonly run: () => Promise<unknown>;
}

export interface Timing {
	readonly name: string;
	/** Milliseconds. */
	readonly p50: number;
	readonly p99: number;
}

/** Times all cases in turn, so that whatever else the machine does falls on all of them alike. The first rounds warm up and do not count. */
export async function measure(cases: readonly Timed[], { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number }): Promise<readonly Timing[]> {
	const times = cases.map((): number[] => []);
	for (let round = 0; round < warmUp + rounds; round++) {
		for (const [index, { run }] of cases.entries()) {
			const start = performance.now();
			await run();
			if (round >= warmUp) times[index]?.push(performance.now() - start);
		}
	}
	return cases.map(({ name }, index) => {
		const sorted = (times[index] ?? []).sort((left, right) => left - right);
		return { name, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
	});
}

/** One line a case, with its ratio to the first one. */
export function toTable(timings: readonly Timing[]): string {
	const base = timings[0];
	if (!base) return "";
	const ratio = (value: number, to: number) => `${(value / to).toFixed(2)}×`;
	const lines = timings.map(({ name, p50, p99 }) => [name, p50.toFixed(3), p99.toFixed(3), ratio(p50, base.p50), ratio(p99, base.p99)]);
	const rows = [["", "p50 ms", "p99 ms", "p50", "p99"], ...lines];
	const widths = rows.reduce((most, row) => row.map((cell, column) => Math.max(cell.length, most[column] ?? 0)), [0]);
	return rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ")).join("\n");
}

function quantile(sorted: readonly number[], share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
