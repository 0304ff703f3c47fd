import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFoldReply } from "./fold-reply.ts";
import { hostileText } from "./hostile-text.fixture.ts";

function read(text: string, finishReason?: string) {
	return readFoldReply({ text, model: "test", ...(finishReason === undefined ? {} : { finishReason }) });
}

const accepted = (pinned: Readonly<Record<string, string | null>>, summary: string) => ({ accepted: true, pinned, summary });
const refused = (code: string) => ({ accepted: false, code });
const good = '{"pinned":{"cluster":"EU"},"summary":"- on the EU cluster"}';

describe("accepted", () => {
	test.each([
		["the plain shape", good, accepted({ cluster: "EU" }, "- on the EU cluster")],
		["a code fence", `\`\`\`json\n${good}\n\`\`\``, accepted({ cluster: "EU" }, "- on the EU cluster")],
		["a thought with JSON in it (langchain#32120, gbrain PR2559)", `<think>{"a":1}</think>${good}`, accepted({ cluster: "EU" }, "- on the EU cluster")],
		["text before the JSON (mem0 PR4026, hindsight#2542)", `Here is the JSON you asked for: ${good}`, accepted({ cluster: "EU" }, "- on the EU cluster")],
		["pinned null is no pinned (mastra PR20992)", '{"pinned":null,"summary":"- x"}', accepted({}, "- x")],
		["pinned left out", '{"summary":"- x"}', accepted({}, "- x")],
		["a value null clears", '{"pinned":{"a":null},"summary":"- x"}', accepted({ a: null }, "- x")],
		["raw line breaks in the summary", '{"pinned":{},"summary":"- x\n- y"}', accepted({}, "- x\n- y")],
		["a chat about tags", '{"pinned":{},"summary":"- asked about </think> and ```"}', accepted({}, "- asked about </think> and ```")],
	])("%s", (_name, text, expected) => expect(read(text)).toEqual(expected));

	test.each(["stop", "end_turn", "STOP", "", "eos", "unknown"])("finish reason %j says nothing against it", (reason) => {
		expect(read(good, reason).accepted).toBe(true);
	});

	test("the prefix of the summary message is dropped from a summary that repeats it", () => {
		expect(read(JSON.stringify({ summary: "Here is a summary of the conversation to date:\n- x" }))).toEqual(accepted({}, "- x"));
	});
});

describe("values", () => {
	test.each([
		["a string is trimmed", " EU ", "EU"],
		["a number", 42, "42"],
		["a boolean", false, "false"],
		["an array of scalars", ["a", 2, true, null, ""], "a, 2, true"],
	])("%s", (_name, value, expected) => {
		expect(read(JSON.stringify({ pinned: { a: value }, summary: "- x" }))).toEqual(accepted({ a: expected }, "- x"));
	});

	test("numbers stay as they were written: identifiers are longer than numbers can be", () => {
		expect(read('{"pinned":{"card":4111111111111111111,"version":3.10,"many":[1.50,2]},"summary":"- x"}')).toEqual(
			accepted({ card: "4111111111111111111", version: "3.10", many: "1.50, 2" }, "- x"),
		);
	});

	test.each([
		["an object", { b: 1 }],
		["an array with an object", ["a", {}]],
		["an empty array", []],
		["an empty string", ""],
		["blanks", " \n"],
		["the word null", "null"],
		["the word undefined", " Undefined "],
	])("%s counts as left out, and the rest stays", (_name, value) => {
		expect(read(JSON.stringify({ pinned: { a: value, b: "kept" }, summary: "- x" }))).toEqual(accepted({ b: "kept" }, "- x"));
	});

	test("a value is cut to 500 characters at a code point (mastra PR15575)", () => {
		for (let lead = 0; lead < 3; lead += 1) {
			const reply = read(JSON.stringify({ pinned: { a: "x".repeat(lead) + "\u{1f600}".repeat(400) }, summary: "- x" }));
			const value = reply.accepted ? (reply.pinned.a ?? "") : "";
			expect(value.length).toBeGreaterThanOrEqual(499);
			expect(value.length).toBeLessThanOrEqual(500);
			expect(value.isWellFormed()).toBe(true);
		}
	});

	test("a cut value does not end in blanks", () => {
		expect(read(JSON.stringify({ pinned: { a: `${"x".repeat(498)}  y` }, summary: "- x" }))).toEqual(accepted({ a: "x".repeat(498) }, "- x"));
	});

	test("lone surrogates that JSON can spell are replaced", () => {
		expect(read('{"pinned":{"a":"\\ud83d"},"summary":"- \\ude00 x"}')).toEqual(accepted({ a: "\ufffd" }, "- \ufffd x"));
	});

	test("__proto__ and constructor are names like others and pollute nothing", () => {
		const reply = read('{"pinned":{"__proto__":"x","constructor":"y"},"__proto__":{"accepted":"z"},"summary":"- x"}');
		expect(reply.accepted && Object.entries(reply.pinned)).toEqual([
			["__proto__", "x"],
			["constructor", "y"],
		]);
		expect(reply.accepted && Object.getPrototypeOf(reply.pinned)).toBe(Object.prototype);
		expect(read('{"__proto__":{"pinned":{},"summary":"- forged"},"pinned":{}}')).toEqual(refused("wrong-shape"));
	});
});

describe("not accepted", () => {
	test.each([
		["empty (freebuff#1166)", "", "empty-reply"],
		["whitespace (freebuff#1166)", " \n\t", "empty-reply"],
		["nothing but thought", "<think>the user wants a summary</think>\n", "empty-reply"],
		["a thought that never ends", `<think>maybe ${good}`, "empty-reply"],
		["only the prefix (freebuff#1166)", "Here is a summary of the conversation to date:", "not-json"],
		["a summary that is only the prefix (freebuff#1166)", '{"pinned":{},"summary":"Here is a summary of the conversation to date:\\n"}', "empty-summary"],
		["prose", "The user works on PRJ-123 on the EU cluster.", "not-json"],
		["bullets without JSON", "- PRJ-123\n- EU", "not-json"],
		["please provide the conversation (gsd-pi#109)", "Please provide the conversation you'd like me to summarize.", "refusal"],
		["could you share the transcript (gsd-pi#109)", "Could you please share the transcript?", "refusal"],
		["a refusal", "I'm sorry, but I can't help with that.", "refusal"],
		["a refusal with a typographic apostrophe", "I can’t assist with this request {…}.", "refusal"],
		["a refusal with an object in it", 'Sorry, I cannot do that. {"error":"policy"}', "refusal"],
		["a refusal behind a thought", "<think>no</think> As an AI, I must decline.", "refusal"],
		["an empty object (mastra #21616)", "{}", "wrong-shape"],
		["no summary (mastra PR20992)", '{"pinned":{}}', "wrong-shape"],
		["a null summary", '{"pinned":{},"summary":null}', "wrong-shape"],
		["a summary that is a number", '{"pinned":{},"summary":5}', "wrong-shape"],
		["a summary that is a list", '{"pinned":{},"summary":["- x"]}', "wrong-shape"],
		["pinned as a list", '{"pinned":["EU"],"summary":"- x"}', "wrong-shape"],
		["pinned as a number", '{"pinned":5,"summary":"- x"}', "wrong-shape"],
		["pinned as text", '{"pinned":"EU","summary":"- x"}', "wrong-shape"],
		["pinned keys that look like a reply", '{"pinned":{"summary":"- x"}}', "wrong-shape"],
		["a scalar", '"- x"', "wrong-shape"],
		["null", "null", "wrong-shape"],
		["an empty summary", '{"pinned":{"a":"b"},"summary":""}', "empty-summary"],
		["a blank summary", '{"pinned":{},"summary":" \\n"}', "empty-summary"],
		["a summary of bullets without words", '{"pinned":{},"summary":"- \\n- …"}', "empty-summary"],
		["cut without saying so (pi#7048)", '{"pinned":{"summary":"x"},"summary":"- on the EU clus', "cut-off"],
		["cut inside a fence (pi#7048)", '```json\n{"pinned":{"cluster":"EU"},"summ', "cut-off"],
	])("%s", (_name, text, code) => expect(read(text)).toEqual(refused(code)));

	test.each([
		["length", "cut-off"],
		["max_tokens", "cut-off"],
		["MAX_TOKENS", "cut-off"],
		["max_output_tokens", "cut-off"],
		["content_filter", "content-filter"],
		["content-filter", "content-filter"],
		["SAFETY", "content-filter"],
		["refusal", "refusal"],
		["model_context_window_exceeded", "context-overflow"],
	])("finish reason %s, however good the text looks (pi#7048)", (reason, code) => {
		expect(read(good, reason)).toEqual(refused(code));
		expect(read("", reason)).toEqual(refused(code));
	});
});

describe("any reply", () => {
	test("any text is read without a crash, and what is accepted is clean", () => {
		const jsonish = fc.oneof(
			hostileText,
			fc.json(),
			fc.record({ pinned: fc.jsonValue(), summary: fc.jsonValue() }).map((value) => JSON.stringify(value)),
			fc.record({ pinned: fc.dictionary(hostileText, fc.oneof(hostileText, fc.jsonValue())), summary: hostileText }).map((value) => JSON.stringify(value)),
		);
		fc.assert(
			fc.property(jsonish, (text) => {
				const reply = read(text);
				if (!reply.accepted) return;
				expect(reply.summary.trim()).toBe(reply.summary);
				expect(reply.summary).toMatch(/[\p{L}\p{N}]/u);
				expect(reply.summary.isWellFormed()).toBe(true);
				for (const value of Object.values(reply.pinned)) {
					if (value === null) continue;
					expect(value.length).toBeGreaterThan(0);
					expect(value.length).toBeLessThanOrEqual(500);
					expect(value).not.toMatch(/^(?:null|undefined|\[object Object\])$/i);
					expect(value.isWellFormed()).toBe(true);
				}
			}),
			{ numRuns: 1000 },
		);
	});

	test("whatever a good model says of any chat is read as it was said", () => {
		const value = hostileText.map((text) => text.toWellFormed().trim()).filter((text) => !/^(?:null|undefined)?$/i.test(text) && text.length <= 500);
		const pinned = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_ ]{0,10}[a-z]$/), fc.option(value));
		const summary = hostileText.map((text) => `- x ${text}`.toWellFormed().trim());
		fc.assert(
			fc.property(pinned, summary, fc.constantFrom("", "```json\n", "Sure!\n", "<think>hm {</think>\n"), (keys, text, before) => {
				expect(read(before + JSON.stringify({ pinned: keys, summary: text }))).toEqual(accepted({ ...keys }, text));
			}),
			{ numRuns: 500 },
		);
	});

	test.each([
		"{",
		'{"',
		'{"a":',
		'{"pinned":{"a":',
		"[",
		"```",
		"```json\n{",
		"<think>",
		"</think>",
		"<think>{",
		'{"a":"<think>',
		"{}",
		'{"summary":1}',
		"null",
		"\\",
		'"',
		" ",
		"\n",
	])("a megabyte of %j is answered at once", (piece) => {
		expect(read(piece.repeat(Math.ceil(1_000_000 / piece.length))).accepted).toBe(false);
	});

	test("a reply nested a hundred thousand deep is answered", () => {
		const deep = `${'{"pinned":'.repeat(100_000)}1${"}".repeat(100_000)}`;
		expect(read(deep).accepted).toBe(false);
		expect(read(`{"pinned":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}},"summary":"- x"}`).accepted).toBe(false);
		expect(read(`${deep}${good}`)).toEqual(accepted({ cluster: "EU" }, "- on the EU cluster"));
	});
});
