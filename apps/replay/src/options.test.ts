import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";
import { ReplayError } from "./replay-error.ts";

test("a file alone has the defaults", () => {
	expect(parseOptions(["talk.jsonl"])).toEqual({
		file: "talk.jsonl",
		host: undefined,
		endpointPort: 0,
		session: undefined,
		limit: Number.MAX_SAFE_INTEGER,
		recentMessages: 10,
		foldTiming: undefined,
		pinnedKeys: [],
		jobs: 1,
		json: false,
	});
});

test("every option is read", () => {
	const args = [
		"f",
		"--session",
		"s 1",
		"--limit",
		"3",
		"--n-messages=20",
		"--pinned",
		"a",
		"--pinned",
		"b: c",
		"--jobs",
		"2",
		"--json",
		"--fold-timing",
		"inline",
	];
	expect(parseOptions(args)).toMatchObject({
		session: "s 1",
		limit: 3,
		recentMessages: 20,
		pinnedKeys: ["a", "b: c"],
		jobs: 2,
		json: true,
		foldTiming: "inline",
	});
	expect(parseOptions(["f", "--host", "http://127.0.0.1:7860/x"])).toMatchObject({ host: "http://127.0.0.1:7860", endpointPort: 4517 });
	expect(parseOptions(["f", "--host", "http://127.0.0.1:7860", "--endpoint-port", "5000"])).toMatchObject({ endpointPort: 5000 });
	expect(parseOptions(["--help"])).toBe("help");
});

test.each([
	[[], /No file given/],
	[["a", "b"], /One file at a time: "b"/],
	[["f", "--limit", "0"], /--limit must be a whole number of at least 1, not "0"/],
	[["f", "--n-messages", "1.5"], /--n-messages .* not "1.5"/],
	[["f", "--jobs", "-1"], /--jobs/],
	[["f", "--fold-timing", "later"], /inline or background, not "later"/],
	[["f", "--host", "localhost:1"], /--host must be an http address .* not "localhost:1"/],
	[["f", "--host", "http://h", "--fold-timing", "inline"], /cannot be given together/],
	[["f", "--nope"], /--nope.* See --help/s],
])("%j is refused with a reason", (args, message) => {
	expect(() => parseOptions(args)).toThrow(message);
	expect(() => parseOptions(args)).toThrow(ReplayError);
});
