import { cutText } from "@foldback/session-compressor";
import type { AgentContext } from "./agent-context.ts";
import { type FileKind, fileKind, fileLimits } from "./file-kind.ts";
import { fileName, messageText } from "./message-text.ts";

/** A message's content as LangChain has it: text alone, or parts when there are images. */
export type Content = string | ContentPart[];
type ContentPart = { readonly type: "text"; readonly text: string } | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** What may still be sent of files. */
export interface FileBudget {
	files: number;
	textChars: number;
	imageBytes: number;
}

export type FileContext = Pick<AgentContext, "files" | "signal" | "emit">;

/** @returns the budget of one message, or of a whole history. */
export function createFileBudget(): FileBudget {
	return { files: fileLimits.maxFiles, textChars: 200_000, imageBytes: 10_000_000 };
}

const maxTextChars = 100_000;

/**
 * A message with the files that it has: text files as text, images as parts, each after its name. A file that cannot be given, or for which the budget is
 * too small, is only named; a warning says why.
 */
export async function messageContent(
	{ text, files = [] }: { readonly text: string; readonly files?: readonly string[] | undefined },
	context: FileContext,
	budget: FileBudget,
): Promise<Content> {
	if (files.length === 0 || !context.files) return messageText(text, files);
	const parts: ContentPart[] = text.trim() === "" ? [] : [{ type: "text", text }];
	for (const path of files) parts.push(...(await fileParts(path, context, budget)));
	const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
	// A bare text where there are no images: some servers take no lists of parts.
	return texts.length === parts.length ? texts.join("\n") : parts;
}

async function fileParts(path: string, context: FileContext, budget: FileBudget): Promise<ContentPart[]> {
	const label: ContentPart = { type: "text", text: messageText("", [path]) };
	const found = await readFile(path, context, budget);
	if ("problem" in found) {
		context.emit({ type: "warning", text: `The file ${fileName(path)} was not given to the model: ${found.problem}` });
		return [label];
	}
	budget.files -= 1;
	if (found.kind === "text") {
		const text = cutText(found.text, Math.min(maxTextChars, budget.textChars));
		budget.textChars -= text.length;
		return [{ type: "text", text: `${label.text}\n${text}\n[end of file]` }];
	}
	budget.imageBytes -= found.bytes.byteLength;
	const url = `data:${found.mimeType};base64,${Buffer.from(found.bytes).toString("base64")}`;
	return [label, { type: "image_url", image_url: { url } }];
}

type FoundFile = (FileKind & { readonly bytes: Uint8Array }) | { readonly problem: string };

async function readFile(path: string, { files, signal }: FileContext, budget: FileBudget): Promise<FoundFile> {
	if (budget.files <= 0 || budget.textChars <= minTextChars) return { problem: "there are more files than one call may have." };
	const { maxImageBytes, maxTextBytes } = fileLimits;
	const result = await files?.read(path, { maxBytes: Math.max(maxImageBytes, maxTextBytes), signal });
	if (!result?.found) return { problem: result?.reason ?? "this host keeps no files." };
	const { bytes } = result;
	const kind = fileKind(bytes);
	if (!kind) return { problem: "it is neither text nor an image (PNG, JPEG, GIF or WebP)." };
	const limit = kind.kind === "text" ? maxTextBytes : Math.min(maxImageBytes, budget.imageBytes);
	return bytes.byteLength > limit ? { problem: `it is larger than ${limit} bytes.` } : { ...kind, bytes };
}

/** Less of a file than this is of no use. */
const minTextChars = 1_000;
