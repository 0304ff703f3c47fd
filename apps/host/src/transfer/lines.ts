/** A line of a body, counted from 1. */
export interface Line {
	readonly number: number;
	readonly text: string;
}

/**
 * Splits a stream of UTF-8 into lines; blank ones are left out.
 * @throws what `tooLong` makes when a line has more than `maxChars` characters: it is never held as a whole.
 */
export async function* readLines(
	body: AsyncIterable<Uint8Array>,
	{ maxChars, tooLong }: { readonly maxChars: number; readonly tooLong: (number: number) => Error },
): AsyncGenerator<Line> {
	const decoder = new TextDecoder();
	let number = 0;
	let rest = "";
	for await (const chunk of body) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		for (const text of lines) {
			number++;
			if (text.length > maxChars) throw tooLong(number);
			if (text.trim() !== "") yield { number, text };
		}
		if (rest.length > maxChars) throw tooLong(number + 1);
	}
	rest += decoder.decode();
	if (rest.trim() !== "") yield { number: number + 1, text: rest };
}
