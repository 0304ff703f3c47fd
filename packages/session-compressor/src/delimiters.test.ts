import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delimiterNames, neutralizeDelimiters, oneLine, plainText } from "./delimiters.ts";
import { hostileText } from "./hostile-text.fixture.ts";

describe("neutralizeDelimiters", () => {
	test.each(delimiterNames)("%s, opened or closed, in any case and spacing", (name) => {
		for (const tag of [`<${name}>`, `</${name}>`, `< / ${name.toUpperCase()} x="1">`, `<\u200b/\n${name}`, `<//${name}>`]) {
			expect(neutralizeDelimiters(`a${tag}b`)).toBe(`a${tag.replace("<", "‹")}b`);
		}
	});

	test.each([
		"<session\u200b_\u2060memory>",
		"<ѕеѕѕіоn_mеmоrу>",
		"</ｓｅｓｓｉｏｎ＿ｍｅｍｏｒｙ>",
		"＜/session_memory＞",
		"﹤known_keys﹥",
		"<𝐤𝐧𝐨𝐰𝐧_𝐤𝐞𝐲𝐬>",
		"<ſummary_so_far>",
		"<summary-so-far>",
		"< / c\u0301onversation_transcript",
	])("what looks like one: %s", (tag) => {
		expect(neutralizeDelimiters(`a${tag}b`)).toBe(`a‹${tag.slice(1)}b`);
	});

	test("everything else stays as it is: code and markup are facts too", () => {
		const text = "if (a < b && c > d) <div></div> <summary> Map<string, T> << known keys";
		expect(neutralizeDelimiters(text)).toBe(text);
	});

	test("no tag of ours survives, whatever is around it, and twice is the same as once", () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				const safe = neutralizeDelimiters(text);
				expect(safe).toHaveLength(text.length);
				expect(safe).not.toMatch(/<\s*\/?\s*(?:known_keys|summary_so_far|conversation_transcript|session_memory)/i);
				expect(neutralizeDelimiters(safe)).toBe(safe);
			}),
		);
	});

	test("a million opening brackets take one pass", () => {
		expect(neutralizeDelimiters("<".repeat(1_000_000))).toHaveLength(1_000_000);
		expect(neutralizeDelimiters("< ".repeat(500_000))).toHaveLength(1_000_000);
		expect(neutralizeDelimiters(`<${" /".repeat(500_000)}`)).toHaveLength(1_000_001);
		expect(neutralizeDelimiters("<session_memor".repeat(70_000))).toHaveLength(980_000);
		expect(neutralizeDelimiters(`<s${"\u200b".repeat(1_000_000)}`)).toHaveLength(1_000_002);
	});
});

test("plainText has one kind of line break, no other control characters but tabs, and no lone surrogates", () => {
	expect(plainText("a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh\n\ti\0j\u001bk\ud83d")).toBe("a\nb\nc\nd\ne\nf\ng\nh\n\ti j k\ufffd");
});

test("oneLine has none", () => {
	expect(oneLine("a\r\nb\u2028c")).toBe("a b c");
});
