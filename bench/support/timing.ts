/** Milliseconds of many tasks, and how long all of them took. */
export interface Load {
	readonly p50: number;
	readonly p99: number;
	readonly perSecond: number;
	/** Processor time of one task, in milliseconds. */
	readonly cpuMs: number;
}

/** Works through the tasks with so many at a time. @param readCpuMs processor time so far, of the process that works */
export async function underLoad(tasks: readonly (() => Promise<unknown>)[], clients: number, readCpuMs = () => 0): Promise<Load> {
	const times: number[] = [];
	const queue = tasks.values();
	const cpuBefore = readCpuMs();
	const started = performance.now();
	const client = async () => {
		for (const task of queue) {
			const start = performance.now();
			await task();
			times.push(performance.now() - start);
		}
	};
	await Promise.all(Array.from({ length: clients }, client));
	const seconds = (performance.now() - started) / 1_000;
	return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), perSecond: tasks.length / seconds, cpuMs: (readCpuMs() - cpuBefore) / tasks.length };
}

export function quantile(times: readonly number[], share: number): number {
	const sorted = times.toSorted((left, right) => left - right);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Several runs of the same load as one. */
export function together(loads: readonly Load[]): Load {
	const median = (pick: (load: Load) => number) => quantile(loads.map(pick), 0.5);
	return {
		p50: median(({ p50 }) => p50),
		p99: median(({ p99 }) => p99),
		perSecond: median(({ perSecond }) => perSecond),
		cpuMs: loads.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / loads.length,
	};
}

export function table(rows: readonly (readonly string[])[]): string {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
	return rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ")).join("\n");
}
