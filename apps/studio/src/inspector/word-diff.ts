/** A stretch of text that two versions share, or that only one has. */
export interface DiffPart {
	readonly kind: "same" | "added" | "removed";
	readonly text: string;
}

/** Pairs of words above which two texts are shown as replaced: the table of the comparison would be too large. */
const maxPairs = 4_000_000;

/** Compares two texts word by word (longest common sequence); `same` and `removed` together are `before`, `same` and `added` are `after`. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
	const left = toWords(before);
	const right = toWords(after);
	let start = 0;
	while (start < left.length && start < right.length && left[start] === right[start]) start++;
	let end = 0;
	while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end++;
	const middle = compare(left.slice(start, left.length - end), right.slice(start, right.length - end));
	return join([
		...left.slice(0, start).map((text): DiffPart => ({ kind: "same", text })),
		...middle,
		...left.slice(left.length - end).map((text): DiffPart => ({ kind: "same", text })),
	]);
}

/** Words with the space that follows them; line breaks apart. */
function toWords(text: string): readonly string[] {
	return text.match(/\n|[^\s\n]+[^\S\n]*|[^\S\n]+/gu) ?? [];
}

function compare(left: readonly string[], right: readonly string[]): readonly DiffPart[] {
	const removed = (text: string): DiffPart => ({ kind: "removed", text });
	const added = (text: string): DiffPart => ({ kind: "added", text });
	if (left.length === 0 || right.length === 0 || left.length * right.length > maxPairs) return [...left.map(removed), ...right.map(added)];
	const lengths = commonLengths(left, right);
	const at = (row: number, column: number) => lengths[row * (right.length + 1) + column] ?? 0;
	const parts: DiffPart[] = [];
	let row = 0;
	let column = 0;
	while (row < left.length || column < right.length) {
		const old = left[row];
		const word = right[column];
		if (old !== undefined && old === word) {
			parts.push({ kind: "same", text: old });
			row++;
			column++;
		} else if (old !== undefined && (word === undefined || at(row + 1, column) >= at(row, column + 1))) {
			parts.push(removed(old));
			row++;
		} else if (word !== undefined) {
			parts.push(added(word));
			column++;
		}
	}
	return parts;
}

/** For each pair of places the length of the longest common sequence of what follows. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array {
	const width = right.length + 1;
	const lengths = new Uint16Array((left.length + 1) * width);
	for (let row = left.length - 1; row >= 0; row--) {
		for (let column = right.length - 1; column >= 0; column--) {
			const diagonal = (lengths[(row + 1) * width + column + 1] ?? 0) + 1;
			const best = Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
			lengths[row * width + column] = left[row] === right[column] ? diagonal : best;
		}
	}
	return lengths;
}

function join(parts: readonly DiffPart[]): readonly DiffPart[] {
	const joined: { kind: DiffPart["kind"]; text: string }[] = [];
	for (const { kind, text } of parts) {
		const last = joined.at(-1);
		if (last?.kind === kind) last.text += text;
		else joined.push({ kind, text });
	}
	return joined;
}
