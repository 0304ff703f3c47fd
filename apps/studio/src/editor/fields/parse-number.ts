/** What a number may be. */
export interface NumberRule {
	readonly whole: boolean;
	readonly min?: number;
	readonly max?: number;
}

/** Reads a typed number: its value, or why it is none. Nothing typed is the empty text, which means the default. */
export function parseNumber(text: string, { whole, min = whole ? 0 : Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberRule) {
	const trimmed = text.trim().replace(",", ".");
	if (trimmed === "") return { value: "", problem: undefined } as const;
	const value = /^[+-]?\d*\.?\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
	if (Number.isNaN(value) || (whole && !Number.isSafeInteger(value))) return { value: undefined, problem: whole ? "A whole number." : "A number." } as const;
	if (value < min || value > max) return { value: undefined, problem: rangeText(min, max) } as const;
	return { value, problem: undefined } as const;
}

function rangeText(min: number, max: number): string {
	if (max === Number.POSITIVE_INFINITY) return `${min} or more.`;
	return min === Number.NEGATIVE_INFINITY ? `${max} or less.` : `${min} to ${max}.`;
}
