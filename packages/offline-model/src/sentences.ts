const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
/** A line this short, with no sentence end inside, is one sentence: spares the segmenter for lists, logs and chat lines. */
const sentenceEndInside = /[.!?。！？؟।…]["'”’)\]]*(?=\s)|[。！？]/u;
const maxSentenceChars = 600;

/** @returns the sentences of a text, trimmed, none empty. A line break ends a sentence; an overlong one is cut into pieces. */
export function sentences(text: string): string[] {
	const found: string[] = [];
	for (const raw of text.split(/\r?\n/)) {
		const line = raw.trim();
		if (line === "") continue;
		if (!sentenceEndInside.test(line)) pushCut(found, line);
		else for (const part of segmenter.segment(line)) pushCut(found, part.segment.trim());
	}
	return found;
}

function pushCut(found: string[], sentence: string): void {
	let rest = sentence;
	while (rest.length > maxSentenceChars) {
		const space = rest.lastIndexOf(" ", maxSentenceChars);
		const at = space > maxSentenceChars / 2 ? space : codePointEdge(rest, maxSentenceChars);
		found.push(rest.slice(0, at).trim());
		rest = rest.slice(at).trim();
	}
	if (rest !== "") found.push(rest);
}

/** @returns `at`, or one less when a cut there would split a surrogate pair. */
function codePointEdge(text: string, at: number): number {
	const code = text.charCodeAt(at);
	return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

const questionMark = /[?？؟]["'”’)\]*_]*$/u;
const asks =
	/^(?:(?:and|so|ok(?:ay)?|hi|hello|hey|please|now|also|well|sorry|thanks|thank you)[,!.]?\s+)*(?:what|which|who|whom|whose|when|where|why|how|is it|are we|do you (?:know|remember|recall)|can you (?:tell|remind|remember|recall)|could you (?:tell|remind)|tell me|remind me|give me|show me|name (?:the|one|two|my|our))\b/i;

/** Whether a sentence asks for something: by its mark or by how it begins. */
export function isQuestion(sentence: string): boolean {
	return questionMark.test(sentence) || asks.test(sentence);
}
