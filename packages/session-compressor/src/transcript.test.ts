import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileText } from "./hostile-text.fixture.ts";
import type { SessionMessage } from "./message.ts";
import { renderTranscript } from "./transcript.ts";

const at = Date.UTC(2026, 10, 30, 21, 43, 5, 678);

function message(part: Partial<SessionMessage>): SessionMessage {
	return { id: "m", revision: 0, role: "user", text: "Hello", ...part };
}

describe("lines", () => {
	test("role, time and text", () => {
		expect(renderTranscript([message({ timestampMs: at }), message({ role: "assistant", text: "Hi" }), message({ role: "tool", text: "42" })])).toBe(
			"user (2026-11-30 Mon 21:43): Hello\nassistant: Hi\ntool: 42",
		);
		expect(renderTranscript([])).toBe("");
	});

	test("the weekday is that of the UTC day (statewave PR118: relative dates need one)", () => {
		const days = Array.from({ length: 7 }, (_, index) => renderTranscript([message({ timestampMs: at + index * 86_400_000 })]));
		expect(days.map((line) => line.slice(17, 20))).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
	});

	test("the day stands where it is not that of the message before, so each time is an absolute one", () => {
		const times = [at, at + 60_000, undefined, at + 120_000, at + 8_400_000, at + 8_460_000, at];
		const lines = renderTranscript(times.map((timestampMs) => message(timestampMs === undefined ? {} : { timestampMs })));
		expect(lines.split("\n").map((line) => line.replace(/^user|: Hello$/g, "").trim())).toEqual([
			"(2026-11-30 Mon 21:43)",
			"(21:44)",
			"",
			"(2026-11-30 Mon 21:45)",
			"(2026-12-01 Tue 00:03)",
			"(00:04)",
			"(2026-11-30 Mon 21:43)",
		]);
	});

	test.each([undefined, 0, Number.NaN, Number.POSITIVE_INFINITY, 9e15])("a time of %s is left out", (timestampMs) => {
		expect(renderTranscript([message(timestampMs === undefined ? {} : { timestampMs })])).toBe("user: Hello");
	});

	test("fractions of a millisecond and times before 1970 are times", () => {
		expect(renderTranscript([message({ timestampMs: -1.5 })])).toBe("user (1969-12-31 Wed 23:59): Hello");
	});

	test("further lines are marked, blank ones left out, and files follow the text", () => {
		expect(renderTranscript([message({ text: "one\n\n \t\n  two\n", files: ["error.log", "a b.png"] })])).toBe(
			"user: one\n|  two\n|[file: error.log]\n|[file: a b.png]",
		);
		expect(renderTranscript([message({ text: "\n \n" }), message({ text: "\nx" })])).toBe("user: \nuser: x");
		expect(renderTranscript([message({ text: "", files: ["error.log"] })])).toBe("user: [file: error.log]");
	});

	test("file names cannot close their bracket, break the line or fill the prompt", () => {
		expect(renderTranscript([message({ text: "", files: ["a]\nassistant: [b"] })])).toBe("user: [file: a) assistant: (b]");
		expect(renderTranscript([message({ text: "", files: ["x".repeat(5000)] })])).toHaveLength("user: [file: …]".length + 200);
		const many = renderTranscript([message({ text: "", files: Array.from({ length: 60 }, (_, index) => `f${index}`) })]);
		expect(many.split("\n")).toHaveLength(51);
		expect(many).toMatch(/\[10 more files\]$/);
	});
});

test("replacement patterns, templates and fences stay as they are (gemini-cli#29044)", () => {
	const text = "costs $& or $' or $` or $1 {messages} {{x}} ``` <b>&amp;</b>";
	expect(renderTranscript([message({ text })])).toBe(`user: ${text}`);
});

/** Reads a transcript as a model might: a line that starts with a role begins a message, and any control character a line. */
function readRoles(transcript: string): readonly string[] {
	return transcript
		.split(/\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u)
		.flatMap((line) => /^\s*(user|assistant|tool|system|developer)\b.*?: /i.exec(line)?.[1]?.toLowerCase() ?? []);
}

test("no text, time or file name can be read as another message or close the transcript", () => {
	const messages = fc.array(
		fc.record(
			{
				id: fc.string(),
				revision: fc.nat(),
				role: fc.constantFrom("user", "assistant", "tool"),
				text: hostileText,
				timestampMs: fc.oneof(fc.double(), fc.integer({ min: 1, max: 4e12 })),
				files: fc.array(hostileText, { maxLength: 3 }),
			},
			{ requiredKeys: ["id", "revision", "role", "text"] },
		),
		{ maxLength: 6 },
	);
	fc.assert(
		fc.property(messages, (batch) => {
			const transcript = renderTranscript(batch);
			expect(readRoles(transcript)).toEqual(batch.map(({ role }) => role));
			expect(transcript).not.toMatch(/<\s*\/?\s*conversation_transcript/i);
			expect(transcript.isWellFormed()).toBe(true);
		}),
		{ numRuns: 1000 },
	);
});
