import { useState } from "react";
import { showNumber } from "../playground/show-time.ts";

/** Characters of a long text that are shown at first. */
const headChars = 700;

/** A text as it is; of a long one the head, until the rest is asked for. */
export function LongText({ text }: { readonly text: string }) {
	const [whole, setWhole] = useState(false);
	const cut = !whole && text.length > headChars;
	return (
		<>
			<p className="mt-1.5 leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
				{text === "" ? "(empty)" : cut ? `${text.slice(0, headChars).toWellFormed()}…` : text}
			</p>
			{cut ? (
				<button type="button" className="mt-1 rounded text-accent underline underline-offset-2" onClick={() => setWhole(true)}>
					Show all {showNumber(text.length)} characters
				</button>
			) : null}
		</>
	);
}
