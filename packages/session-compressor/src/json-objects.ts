/** An object as it stands in a text. `end` is the place after its `}`, or undefined when the text ends before the object does. */
export interface ObjectPlace {
	readonly start: number;
	readonly end: number | undefined;
}

type Expected = "key-or-end" | "key" | "colon" | "value" | "value-or-end" | "comma-or-end";

interface Scan {
	readonly text: string;
	at: number;
	expected: Expected;
	readonly closers: string[];
	/** Starts of the objects met inside the one that is scanned: they are parts of it, not objects of their own. */
	readonly seen: Set<number>;
}

/**
 * Finds the outermost JSON objects in any text, in order, without parsing them. Braces in prose are passed over; an object inside a broken
 * or unfinished one is part of that one. Linear: of the scans that go on past a place, at most two disagree on what is a string there.
 */
export function* jsonObjects(text: string): Generator<ObjectPlace, void, undefined> {
	const seen = new Set<number>();
	for (let start = text.indexOf("{"); start >= 0; start = text.indexOf("{", start + 1)) {
		if (seen.has(start)) continue;
		const end = objectEnd(text, start, seen);
		if (end === "broken") continue;
		yield { start, end };
		if (end !== undefined) start = end - 1;
	}
}

/** @returns the place after the object that begins at `start`, undefined when the text ends first, `broken` when it is no JSON object. */
export function objectEnd(text: string, start: number, seen: Set<number>): number | undefined | "broken" {
	// Most braces of prose end here; "" is the end of the text.
	if (!' \t\r\n"}'.includes(text.charAt(start + 1))) return "broken";
	const scan: Scan = { text, at: start, expected: "value", closers: [], seen };
	while (scan.at < text.length) {
		const character = text.charAt(scan.at);
		if (" \t\r\n".includes(character)) scan.at += 1;
		else if (!step(scan, character)) return "broken";
		else if (scan.closers.length === 0) return scan.at;
	}
	return undefined;
}

/** Takes one token. @returns false when it may not stand here. */
function step(scan: Scan, character: string): boolean {
	switch (scan.expected) {
		case "key-or-end":
			return character === "}" ? close(scan, character) : takeString(scan, "colon");
		case "key":
			return takeString(scan, "colon");
		case "colon":
			return character === ":" && take(scan, 1, "value");
		case "comma-or-end":
			if (character !== ",") return close(scan, character);
			return take(scan, 1, scan.closers.at(-1) === "}" ? "key" : "value");
		case "value-or-end":
			return character === "]" ? close(scan, character) : takeValue(scan, character);
		case "value":
			return takeValue(scan, character);
	}
}

function takeValue(scan: Scan, character: string): boolean {
	if (character === '"') return takeString(scan, "comma-or-end");
	if (character === "{") {
		scan.seen.add(scan.at);
		scan.closers.push("}");
		return take(scan, 1, "key-or-end");
	}
	if (character === "[") {
		scan.closers.push("]");
		return take(scan, 1, "value-or-end");
	}
	const scalar = /^(?:true|false|null|-?\d[\d.eE+-]{0,400})/.exec(scan.text.slice(scan.at, scan.at + 400));
	return scalar !== null && take(scan, scalar[0].length, "comma-or-end");
}

function takeString(scan: Scan, next: Expected): boolean {
	if (scan.text.charAt(scan.at) !== '"') return false;
	let at = scan.at + 1;
	for (; at < scan.text.length; at += 1) {
		const unit = scan.text.charCodeAt(at);
		if (unit === 0x22) return take(scan, at + 1 - scan.at, next);
		if (unit === 0x5c) at += 1;
	}
	return take(scan, scan.text.length - scan.at, next);
}

function close(scan: Scan, character: string): boolean {
	if (scan.closers.at(-1) !== character) return false;
	scan.closers.pop();
	return take(scan, 1, "comma-or-end");
}

function take(scan: Scan, length: number, next: Expected): true {
	scan.at += length;
	scan.expected = next;
	return true;
}
