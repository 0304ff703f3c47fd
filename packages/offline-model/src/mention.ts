import { isLogLike } from "./log-like.ts";
import { isFunctionWord, stem, words } from "./words.ts";

/** What is looked for: a name as `project_id` and what it means. */
export interface Wanted {
	readonly name: string;
	readonly description: string;
}

/** A value found in a sentence; certainty is 0 to 1. */
export interface Mention {
	readonly value: string;
	readonly certainty: number;
}

const generic = new Set(["id", "ids", "number", "no", "nr", "name", "code", "key", "value", "ref", "reference", "string", "current", "main"]);
const identifying = new Set(["id", "ids", "number", "no", "nr", "code", "ref", "reference"]);
const noModifier = new Set(
	"same new old whole right wrong other another first last next current entire own good bad big small single main actual real correct failing broken certain different various several many few all each every both which".split(
		" ",
	),
);
const valueEnd = /[,;!?()]|\.(?=\s|$)|\s[-–—]\s|\s(?:and|but|or|so|because|which|that|while|if|when|where|since|with|for|from|not|as|please|then|now)\b/i;
const maxValueWords = 8;

/**
 * @returns the best guess for a value of `wanted` in one sentence, or undefined. Shapes: `key: value`, `key is value`, `project PRJ-123`, `the EU cluster`.
 * The words of the name count fully (`project_id` is also met by `project`), its last word alone and those of the description less.
 */
export function findMention(sentence: string, wanted: Wanted): Mention | undefined {
	if (isLogLike(sentence)) return undefined;
	const name = nameWords(wanted.name);
	const isId = name.some((word) => identifying.has(word));
	let best: Mention | undefined;
	for (const { words: head, weight } of headsOf(wanted.name, name, wanted.description)) {
		const found = mentionOf(sentence, head);
		if (found === undefined) continue;
		// `The reservation was made in May` gives no reservation id.
		const fit = isId && !isIdentifier(found.value) ? 0.4 : 1;
		const certainty = found.certainty * weight * fit;
		if (certainty > (best?.certainty ?? 0)) best = { value: found.value, certainty };
	}
	return best;
}

function headsOf(written: string, name: readonly string[], description: string): { readonly words: readonly string[]; readonly weight: number }[] {
	const core = name.filter((word) => !generic.has(word));
	const last = core.at(-1);
	const own = [{ words: core.length > 0 ? core : name, weight: 1 }];
	if (name.length > 1 && !/\s/.test(written)) own.push({ words: [written.toLowerCase()], weight: 1 });
	if (core.length > 1 && last !== undefined) own.push({ words: [last], weight: 0.7 });
	const lastOfName = name.at(-1);
	if (core.length > 0 && lastOfName !== undefined && generic.has(lastOfName)) own.push({ words: ["my", lastOfName], weight: 0.6 });
	const described = words(description).filter((word) => !isFunctionWord(word) && !generic.has(word) && !name.includes(word) && word.length > 2);
	return [...own, ...described.map((word) => ({ words: [word], weight: 0.6 }))];
}

function nameWords(name: string): string[] {
	return words(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_\-.]+/g, " "));
}

interface Token {
	readonly raw: string;
	readonly bare: string;
	readonly root: string;
	readonly at: number;
	readonly end: number;
}

function mentionOf(sentence: string, head: readonly string[]): Mention | undefined {
	const tokens = tokensOf(sentence);
	const roots = head.map(stem);
	let best: Mention | undefined;
	for (let index = 0; index + roots.length <= tokens.length; index += 1) {
		if (!roots.every((root, offset) => tokens[index + offset]?.root === root)) continue;
		for (const found of [after(sentence, tokens, index + roots.length), before(tokens, index)]) {
			if (found !== undefined && found.certainty > (best?.certainty ?? 0)) best = found;
		}
	}
	return best;
}

/** Words with their places; `_` and `-` inside keep a word together unless all of it is letters. */
function tokensOf(sentence: string): Token[] {
	return [...sentence.matchAll(/[\p{L}\p{M}\p{N}#@$€£][\p{L}\p{M}\p{N}_\-./@:'’+%]*[\p{L}\p{M}\p{N}%]|[\p{L}\p{M}\p{N}]/gu)].map((match) => {
		const bare = match[0].replace(/['’]s$/, "");
		return { raw: match[0], bare, root: stem(bare.toLowerCase()), at: match.index, end: match.index + match[0].length };
	});
}

function after(sentence: string, tokens: readonly Token[], next: number): Mention | undefined {
	const last = tokens[next - 1];
	if (last === undefined) return undefined;
	const rest = sentence.slice(last.end);
	const label = /^\**\s*(?:\b(?:id|ids|number|no\.?|nr|name|code|key|value|ref|reference)\b\s*)?\**\s*[:=]\s*\**\s*/i.exec(rest);
	if (label !== null) return valueAt(rest.slice(label[0].length), 1);
	const numbered = /^\s*(?:number|no\.?|nr\.?)?\s*#\s?([\p{L}\p{N}][\p{L}\p{N}_-]*)/iu.exec(rest)?.[1];
	if (numbered !== undefined) return { value: numbered, certainty: 0.9 };
	const longer = /^\**(?:\s+\p{L}+){1,2}\**\s*[:=]\s*\**\s*/u.exec(rest);
	if (longer !== null) return valueAt(rest.slice(longer[0].length), 0.7);
	const verb =
		/^\s+(?:(?:id|number|name|code|key|value|ref|reference)\s+)?(?:is|are|was|will be|would be|=|became|changed to|is now|is called|equals|remains)\s+(?:now\s+|called\s+|still\s+)?/i.exec(
			rest,
		);
	if (verb !== null) return valueAt(rest.slice(verb[0].length), 0.9);
	const named = tokens[next] !== undefined && generic.has(tokens[next].bare.toLowerCase()) ? tokens[next + 1] : tokens[next];
	if (named === undefined || !/^[\s"'“(#]*$/.test(sentence.slice((named === tokens[next] ? last : (tokens[next] ?? last)).end, named.at))) return undefined;
	if (isIdentifier(named.bare)) return { value: named.bare.replace(/^#/, ""), certainty: 0.85 };
	return /^\p{Lu}/u.test(named.bare) && !isFunctionWord(named.bare.toLowerCase()) ? { value: named.bare, certainty: 0.6 } : undefined;
}

function before(tokens: readonly Token[], index: number): Mention | undefined {
	const token = tokens[index - 1];
	const earlier = tokens[index - 2]?.bare.toLowerCase() ?? "";
	if (token === undefined || isFunctionWord(token.bare.toLowerCase()) || noModifier.has(token.bare.toLowerCase()) || /^(?:not|no|another|any)$/.test(earlier)) {
		return undefined;
	}
	const introduced = /^(?:the|our|my|your|on|in|using|a|an|to|your|of|for)$/.test(earlier);
	if (isIdentifier(token.bare)) return { value: token.bare, certainty: introduced ? 0.75 : 0.65 };
	if (/^\p{Lu}/u.test(token.bare) && index > 1) return { value: token.bare, certainty: introduced ? 0.7 : 0.6 };
	return introduced && /^(?:the|our|my)$/.test(earlier) && /^\p{L}+$/u.test(token.bare) ? { value: token.bare, certainty: 0.45 } : undefined;
}

function valueAt(rest: string, certainty: number): Mention | undefined {
	const quoted = /^["“'`]([^"”'`]{1,200})["”'`]/.exec(rest)?.[1];
	if (quoted !== undefined) return { value: quoted.trim(), certainty };
	const end = rest.search(valueEnd);
	const value = (end < 0 ? rest : rest.slice(0, end))
		.replace(/^\s*(?:a|an|the|our|my|at|in|on)\s+/i, "")
		.replace(/[\s*"'.`]+$/, "")
		.trim();
	const count = value.split(/\s+/).length;
	if (value === "" || /^(?:not|no|unknown|unclear|none|null|n\/a)\b/i.test(value)) return undefined;
	if (isFunctionWord(value.toLowerCase()) && !/^yes$/i.test(value)) return undefined;
	return count > maxValueWords ? undefined : { value, certainty: count > 4 ? certainty * 0.6 : certainty };
}

/** One word that holds a digit or is written in capitals. */
function isIdentifier(token: string): boolean {
	if (/\s/.test(token)) return false;
	return /\d/.test(token) || /^\p{Lu}[\p{Lu}\p{N}_-]+$/u.test(token);
}
