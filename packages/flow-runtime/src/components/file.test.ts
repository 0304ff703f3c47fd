import { describe, expect, test } from "vitest";
import type { FileReader } from "../files.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run, textOf, warnings } from "../run.fixture.ts";

const stored: Readonly<Record<string, Uint8Array>> = {
	"flow-1/a.txt": Buffer.from("Alpha ☃\n"),
	"flow-1/b.csv": Buffer.from("x,y\n1,2"),
	"flow-1/c.png": Buffer.from("\x89PNG\r\n\x1a\n...", "latin1"),
	"flow-1/d.bin": Buffer.from([0, 1, 2, 255]),
	"flow-1/large.txt": Buffer.alloc(1_000_001, "x"),
};
/** Answers what a host that checks nothing would. */
const files: FileReader = {
	read: async (path) => {
		const bytes = Object.hasOwn(stored, path) ? stored[path] : undefined;
		return bytes ? { found: true, name: path.split("/").at(-1) ?? "", bytes } : { found: false, reason: `There is no file ${path}.` };
	},
};
const flow = (values: JsonObject, output = "message") =>
	flowJson([nodeJson(component("File"), "file", values), nodeJson(component("TextOutput"), "out")], [edgeJson("file", output, "out", "input_value")]);
const read = (values: JsonObject, output?: string) => run(flow(values, output), { outputType: "text" }, { files });

describe("small text files", () => {
	test.each<[string, JsonObject, string]>([
		["one", { path: ["flow-1/a.txt"] }, "Alpha ☃\n"],
		["a path that is no list", { path: "flow-1/b.csv" }, "x,y\n1,2"],
		["several", { path: ["flow-1/a.txt", "flow-1/b.csv"], separator: "---\n" }, "Alpha ☃\n---\nx,y\n1,2"],
	])("%s", async (_what, values, text) => {
		expect(textOf(await read(values))).toBe(text);
	});

	test("an export names the path beside the value, which holds what the editor shows", async () => {
		const json = JSON.parse(JSON.stringify(flow({ path: ["a.txt"] })).replace('"value":["a.txt"]', '"value":["a.txt"],"file_path":["flow-1/a.txt"]'));
		expect(textOf(await run(json, { outputType: "text" }, { files }))).toBe("Alpha ☃\n");
	});

	test("as data, with their names", async () => {
		expect(JSON.parse(textOf(await read({ path: ["flow-1/a.txt"] }, "dataframe")) ?? "")).toEqual([
			{ file_path: "flow-1/a.txt", name: "a.txt", text: "Alpha ☃\n" },
		]);
	});
});

test.each<[string, JsonObject, string]>([
	["none", { path: [] }, "at least one"],
	["one that is not there", { path: ["../../etc/passwd"] }, "There is no file"],
	["an image", { path: ["flow-1/c.png"] }, "c.png is not a text file"],
	["bytes", { path: ["flow-1/d.bin"] }, "d.bin is not a text file"],
	["a large one", { path: ["flow-1/large.txt"] }, "larger than 1000000 bytes"],
	["too many", { path: Array.from({ length: 11 }, () => "flow-1/a.txt") }, "at most 10"],
])("%s is refused by node and field", async (_what, values, message) => {
	await expect(read(values)).rejects.toMatchObject({
		code: "invalid-value",
		nodeId: "file",
		nodeType: "File",
		field: "path",
		message: expect.stringContaining(message),
	});
});

test("files that cannot be read are left out when the node says so, with a warning", async () => {
	const done = await read({ path: ["flow-1/gone.txt", "flow-1/a.txt"], silent_errors: true });
	expect(textOf(done)).toBe("Alpha ☃\n");
	expect(warnings(done.events).join()).toContain("gone.txt");
});

test("without files of a host every path is refused", async () => {
	await expect(run(flow({ path: ["a.txt"] }), { outputType: "text" })).rejects.toMatchObject({
		field: "path",
		message: expect.stringContaining("keeps no files"),
	});
});
