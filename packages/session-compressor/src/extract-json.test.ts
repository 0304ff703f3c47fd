import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractJson } from "./extract-json.ts";
import { hostileText } from "./hostile-text.fixture.ts";

interface Wanted {
	readonly want: unknown;
}

const isWanted = (value: unknown): value is Wanted => typeof value === "object" && value !== null && Object.hasOwn(value, "want");
const extract = (text: string) => extractJson(text, { isWanted, keys: ["want", "also"] });
const wanted = (want: unknown) => ({ found: "wanted", value: { want } });

describe("where it is found", () => {
	test.each([
		["the whole text", ' {"want":"a"}\n'],
		["after a byte order mark", '\ufeff{"want":"a"}'],
		["behind a thought with JSON in it (langchain#32120)", '<think>{"want":"draft"}</think>{"want":"a"}'],
		["behind a thought whose opening tag is missing", 'I could say {"want":"draft"}\n</think>\n{"want":"a"}'],
		["in a code fence", '```json\n{"want":"a"}\n```'],
		["in a fence without a language or an end", '```\n{"want":"a"}'],
		["in a fence, although an object stands before it", 'Not {"want":"draft"}, but:\n```json\n{"want":"a"}\n```'],
		["in prose (hindsight#2542)", 'Here you are: {"want":"a"} Anything else?'],
		["behind an object of another shape", '{"x":1} {"want":"a"}'],
		["wrapped once more", '{"result":{"want":"a"}}'],
		["in an array", '[{"want":"a"}]'],
		["in doubled braces", '{{"want":"a"}}'],
		["behind a fence of something else", '```bash\nls {}\n```\n{"want":"a"}'],
	])("%s", (_name, text) => expect(extract(text)).toEqual(wanted("a")));

	test("a fence inside a string value does not end the object (mem0 PR4026)", () => {
		const want = 'run ```sh\n{"want":"x"}\n``` first';
		const json = JSON.stringify({ want });
		for (const text of [json, `\`\`\`json\n${json}\n\`\`\``, `Sure: ${json}`]) expect(extract(text)).toEqual(wanted(want));
	});
});

describe("what is not taken", () => {
	test.each([
		["nothing", "", { found: "nothing", answer: "" }],
		["prose", "- a\n- b", { found: "nothing", answer: "- a\n- b" }],
		["thought only", '<think>{"want":"a"}', { found: "nothing", answer: "" }],
		["another shape", '{"x":1}', { found: "other", answer: '{"x":1}' }],
		["a scalar", "null", { found: "other", answer: "null" }],
		["an object that is cut", '{"want":"a', { found: "cut-off", answer: '{"want":"a' }],
		["a part of an object that is cut", '{"also":{"want":"x"},"want":"a', { found: "cut-off", answer: '{"also":{"want":"x"},"want":"a' }],
		["a part of the reply itself", '{"also":{"want":"x"}}', { found: "other", answer: '{"also":{"want":"x"}}' }],
		["a brace at the end of prose", "Open it with {", { found: "nothing", answer: "Open it with {" }],
	])("%s", (_name, text, expected) => expect(extract(text)).toEqual(expected));
});

describe("any object", () => {
	const object = fc.record({ want: fc.oneof(hostileText, fc.array(hostileText), fc.dictionary(fc.string(), hostileText)) });
	/** Prose that neither begins an object nor thinks. */
	const prose = hostileText.map((text) => text.replaceAll(/[<{"`]/g, ""));

	test("is found as itself in prose, in a fence and behind a thought, in any combination and spacing", () => {
		const options = { indent: fc.constantFrom(0, 2), fenced: fc.boolean(), thought: fc.option(hostileText.map((text) => text.replaceAll("<", ""))) };
		fc.assert(
			fc.property(object, prose, prose, fc.record(options), (value, before, after, { indent, fenced, thought }) => {
				const json = JSON.stringify(value, undefined, indent);
				const body = fenced ? `\`\`\`json\n${json}\n\`\`\`` : json;
				const text = `${thought === null ? "" : `<think>${thought}</think>`}${before}\n${body}\n${after}`;
				expect(extract(text)).toEqual({ found: "wanted", value });
			}),
			{ numRuns: 500 },
		);
	});

	test("any text at all is answered", () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				expect(["wanted", "other", "cut-off", "nothing"]).toContain(extract(text).found);
			}),
		);
	});
});
