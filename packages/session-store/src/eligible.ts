/** What decides whether a model could see a row. */
export interface EligibleParts {
	readonly text: string;
	readonly files: readonly string[];
	readonly error: boolean;
}

const notWhiteSpace = /\P{White_Space}/u;

/** A row is eligible when it is not an error and has files or text with something but Unicode white space in it. */
export function isEligible({ text, files, error }: EligibleParts): boolean {
	return !error && (files.length > 0 || notWhiteSpace.test(text));
}
