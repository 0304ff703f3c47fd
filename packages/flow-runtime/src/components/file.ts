import { type ComponentDefinition, type NodeCall, toolOutput } from "../component.ts";
import { fileKind, fileLimits } from "../files.ts";
import { nameOf } from "../flow.ts";
import type { JsonObject } from "../json.ts";
import { plainMessage } from "../node-inputs.ts";
import { toolsMetadataField } from "../tool-settings.ts";

/** Reads small text files that were uploaded to the host; nothing else of the machine can be named. */
export const file: ComponentDefinition = {
	type: "File",
	aliases: ["FileComponent", "ReadFile", "TextFile"],
	category: "data_sources",
	displayName: "Read File",
	description: "Loads content from uploaded text files.",
	icon: "file-text",
	fields: [
		{ name: "path", displayName: "Files", inputType: "FileInput", value: [], info: "Uploaded text files.", list: true },
		{
			name: "file_path",
			displayName: "Server File Path",
			inputType: "HandleInput",
			value: "",
			info: "Paths of uploaded files, from another component.",
			advanced: true,
			inputTypes: ["Data", "Message"],
		},
		{ name: "separator", displayName: "Separator", inputType: "StrInput", value: "\n\n", info: "What stands between files.", advanced: true },
		{
			name: "silent_errors",
			displayName: "Silent Errors",
			inputType: "BoolInput",
			value: false,
			info: "Leave out files that cannot be read.",
			advanced: true,
		},
		toolsMetadataField,
	],
	outputs: [
		{ name: "message", displayName: "Raw Content", types: ["Message"] },
		{ name: "dataframe", displayName: "Files", types: ["DataFrame"] },
		{ name: "data", displayName: "Data", types: ["Data"] },
		toolOutput,
	],
	asTool: { name: "read_files", description: "Gives the text of the files that this component holds.", output: "message" },
	run: (call) => {
		let files: Promise<readonly TextFile[]> | undefined;
		const read = () => {
			files ??= readAll(call);
			return files;
		};
		const rows = async (): Promise<readonly JsonObject[]> => (await read()).map(({ path, name, text }) => ({ file_path: path, name, text }));
		return {
			message: async () => {
				const separator = call.inputs.literal("separator");
				const text = (await read()).map((one) => one.text).join(typeof separator === "string" ? separator : "\n\n");
				return { kind: "message", message: plainMessage(text, { sessionId: call.sessionId, contextId: "" }) };
			},
			dataframe: async () => ({ kind: "data", data: await rows() }),
			data: async () => ({ kind: "data", data: await rows() }),
		};
	},
};

interface TextFile {
	readonly path: string;
	readonly name: string;
	readonly text: string;
}

async function readAll(call: NodeCall): Promise<readonly TextFile[]> {
	const { inputs, context, node } = call;
	const fields = ["path", "file_path"] as const;
	const wanted = fields.flatMap((field) => inputs.texts(field).map((path) => ({ field, path })));
	if (wanted.length === 0) throw inputs.refuse("path", inputs.literal("path"), "at least one uploaded file");
	if (wanted.length > fileLimits.maxFiles) throw inputs.refuse("path", `${wanted.length} files`, `at most ${fileLimits.maxFiles}`);
	const files: TextFile[] = [];
	for (const { field, path } of wanted) {
		const result = await readText(call, path);
		if ("text" in result) files.push(result);
		else if (inputs.boolean("silent_errors")) call.warn(`${nameOf(node)}: ${result.problem}`);
		else throw inputs.refuse(field, path, `a text file that was uploaded to this flow (${result.problem})`);
		context.signal.throwIfAborted();
	}
	return files;
}

async function readText({ context }: NodeCall, path: string): Promise<TextFile | { readonly problem: string }> {
	if (!context.files) return { problem: "this host keeps no files." };
	const maxBytes = fileLimits.maxTextBytes;
	const result = await context.files.read(path, { maxBytes, signal: context.signal });
	if (!result.found) return { problem: result.reason };
	if (result.bytes.byteLength > maxBytes) return { problem: `${result.name} is larger than ${maxBytes} bytes.` };
	const kind = fileKind(result.bytes);
	return kind?.kind === "text" ? { path, name: result.name, text: kind.text } : { problem: `${result.name} is not a text file.` };
}
