import { describe, expect, test } from "vitest";
import { createAgentExecution } from "./agent-execution.ts";
import { startFakeOpenAI } from "./fake-openai.fixture.ts";
import { fileKind } from "./file-kind.ts";
import type { FileReader } from "./file-reader.ts";
import { parseAgentInputs } from "./parse-agent-inputs.ts";
import { testSession } from "./session.fixture.ts";
import { testContext, testScope } from "./test-context.fixture.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n-image", "latin1");
const stored: Readonly<Record<string, Uint8Array>> = {
	"f/notes.txt": Buffer.from("The code is BLUE-9."),
	"f/photo.png": png,
	"f/large.txt": Buffer.alloc(1_000_001, "x"),
	"f/long.txt": Buffer.from(`start${"x".repeat(200_000)}end`),
	"f/data.bin": Buffer.from([0, 1, 2, 3]),
};
const files: FileReader = {
	read: async (path) => {
		const bytes = Object.hasOwn(stored, path) ? stored[path] : undefined;
		return bytes ? { found: true, name: path.slice(2), bytes } : { found: false, reason: "it is not there." };
	},
};

interface Row {
	readonly role?: "user" | "assistant";
	readonly text: string;
	readonly files?: readonly string[];
}

/** What a model is sent for a history and an input. */
async function sent(input: { readonly text: string; readonly files: readonly string[] }, history: readonly Row[] = []) {
	await using server = await startFakeOpenAI(() => ({ text: "ok" }));
	const session = testSession();
	for (const [index, row] of history.entries()) session.log.append({ ...testScope, id: `h${index}`, ...row });
	const { context, events } = testContext({ openai: { apiKey: "k", baseUrl: server.baseUrl }, source: session.source, files });
	await createAgentExecution(parseAgentInputs({ model: [{ name: "m", provider: "OpenAI" }], input_value: input }), context).response();
	const warnings = events.flatMap((event) => (event.type === "warning" ? [event.text] : []));
	return { contents: server.requests[0]?.body.messages.slice(1).map(({ content }) => content) ?? [], warnings };
}

const image = { type: "image_url", image_url: { url: `data:image/png;base64,${png.toString("base64")}` } };

describe("the input's files", () => {
	test("a text file is text after its name, in a message without parts", async () => {
		const { contents } = await sent({ text: "See this.", files: ["f/notes.txt"] });
		expect(contents).toEqual(["See this.\n[file: notes.txt]\nThe code is BLUE-9.\n[end of file]"]);
	});

	test("an image is a part after its name", async () => {
		const { contents } = await sent({ text: "Look.", files: ["f/photo.png"] });
		expect(contents).toEqual([[{ type: "text", text: "Look." }, { type: "text", text: "[file: photo.png]" }, image]]);
	});

	test("a message of files alone", async () => {
		expect((await sent({ text: "", files: ["f/notes.txt"] })).contents).toEqual(["[file: notes.txt]\nThe code is BLUE-9.\n[end of file]"]);
	});

	test("a long text is cut in the middle, and says so", async () => {
		const content = String((await sent({ text: "x", files: ["f/long.txt"] })).contents[0]);
		expect(content.length).toBeLessThan(101_000);
		expect(content).toMatch(/start[\s\S]*end\n\[end of file\]$/);
	});

	test.each([
		["f/gone.txt", "it is not there"],
		["f/large.txt", "larger than 1000000 bytes"],
		["f/data.bin", "neither text nor an image"],
	])("%s is only named, with a warning", async (path, why) => {
		const { contents, warnings } = await sent({ text: "See.", files: [path] });
		expect(contents).toEqual([`See.\n[file: ${path.slice(2)}]`]);
		expect(warnings).toEqual([expect.stringContaining(why)]);
	});

	test("more than ten are only named", async () => {
		const { contents, warnings } = await sent({ text: "See.", files: Array.from({ length: 12 }, () => "f/notes.txt") });
		expect(String(contents[0]).split("BLUE-9")).toHaveLength(11);
		expect(warnings).toHaveLength(2);
	});
});

describe("files of the history", () => {
	test("are given again where they were answered, so that a later question can be about them", async () => {
		const history: Row[] = [
			{ text: "Look.", files: ["f/photo.png"] },
			{ role: "assistant", text: "A cat." },
		];
		const { contents } = await sent({ text: "What colour?", files: [] }, history);
		expect(contents).toEqual([[{ type: "text", text: "Look." }, { type: "text", text: "[file: photo.png]" }, image], "A cat.", "What colour?"]);
	});

	test("are only named where a turn failed: the next one must not fail for the same reason", async () => {
		const { contents } = await sent({ text: "Hello?", files: [] }, [{ text: "Look.", files: ["f/photo.png"] }]);
		expect(contents).toEqual(["Look.\n[file: photo.png]", "Hello?"]);
	});

	test("are the newest ones; older ones are named", async () => {
		const exchange = (text: string): Row[] => [
			{ text, files: Array.from({ length: 6 }, () => "f/notes.txt") },
			{ role: "assistant", text: "Yes." },
		];
		const { contents } = await sent({ text: "And?", files: [] }, [...exchange("first"), ...exchange("second")]);
		const given = contents.map((content) => String(content).split("BLUE-9").length - 1);
		expect(given).toEqual([4, 0, 6, 0, 0]);
	});
});

test.each<[string, Uint8Array, string | undefined]>([
	["PNG", png, "image/png"],
	["JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
	["GIF", Buffer.from("GIF89a"), "image/gif"],
	["WebP", Buffer.from("RIFF....WEBPVP8 "), "image/webp"],
	["UTF-8", Buffer.from("käse\r\n\t☃"), "text"],
	["nothing", Buffer.from(""), "text"],
	["a PDF", Buffer.from("%PDF-1.7\n\x00\x01"), undefined],
	["half a character", Buffer.from([0x61, 0xc3]), undefined],
	["an escape sequence", Buffer.from("\x1b[2J"), undefined],
])("%s is known by its bytes", (_what, bytes, expected) => {
	const kind = fileKind(bytes);
	expect(kind?.kind === "image" ? kind.mimeType : kind?.kind).toBe(expected);
});
