/** A scale from 0 to a round number at or above `most`, with a few round steps. */
export function niceScale(most: number): { readonly top: number; readonly ticks: readonly number[] } {
	const rough = Math.max(1, most) / 4;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = Math.max(1, (([1, 2, 2.5, 5, 10] as const).find((factor) => factor * power >= rough) ?? 10) * power);
	const steps = Math.max(1, Math.ceil(most / step));
	return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) };
}
