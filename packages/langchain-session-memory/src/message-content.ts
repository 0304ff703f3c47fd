import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";

/** What a fold sees of a message: text, and a placeholder for everything that is not text. */
export interface MessageContent {
	readonly text: string;
	/** A short name for each part that is not text, such as `report.pdf` or `image image/png`. */
	readonly files: readonly string[];
	/** Tells the parts behind equal placeholders apart; `''` without any. */
	readonly fingerprint: string;
}

/** A content part as providers shape it: only `type` is common to all. */
type Part = { readonly type?: unknown } & Readonly<Record<string, unknown>>;

/** Parts that are no content of the conversation: tool calls have fields of their own, reasoning is not repeated to a model. */
const ignoredParts = new Set(["reasoning", "reasoning_content", "thinking", "redacted_thinking", "tool_use", "tool_call", "tool_call_chunk", "function_call"]);

/** Reads text, tool calls, tool results and the names of files from a message. */
export function readContent(message: BaseMessage): MessageContent {
	const { content } = message;
	if (typeof content === "string" && !isTool(message) && toolCalls(message).length === 0) return { text: content, files: [], fingerprint: "" };
	const parts = partsOf(content);
	const text = parts.flatMap((part) => textOf(part) ?? []);
	const files = parts.filter((part) => textOf(part) === undefined && !ignoredParts.has(String(part.type)));
	return {
		text: [...resultHead(message), ...text, ...callLines(message)].filter((line) => line !== "").join("\n"),
		files: files.map(fileName),
		fingerprint: files.map(fingerprint).join(),
	};
}

/** The tool calls of a message that have an id, as those of every provider do. */
export function toolCallIds(message: BaseMessage): readonly string[] {
	return toolCalls(message).flatMap(({ id }) => (id === undefined || id === "" ? [] : [id]));
}

/** The call that a tool message answers. */
export function answeredCallId(message: BaseMessage): string | undefined {
	return isTool(message) ? message.tool_call_id : undefined;
}

/** The value that tells whether a message's tool calls were replaced. */
export function toolCalls(message: BaseMessage): NonNullable<AIMessage["tool_calls"]> {
	return (isAssistant(message) ? message.tool_calls : undefined) ?? noCalls;
}

const noCalls: NonNullable<AIMessage["tool_calls"]> = [];

function isAssistant(message: BaseMessage): message is AIMessage {
	return message.type === "ai";
}

function isTool(message: BaseMessage): message is ToolMessage {
	return message.type === "tool";
}

function resultHead(message: BaseMessage): readonly string[] {
	if (!isTool(message)) return [];
	const kind = message.status === "error" ? "failed result" : "result";
	return [message.name === undefined || message.name === "" ? `[${kind}]` : `[${kind} of ${message.name}]`];
}

function callLines(message: BaseMessage): readonly string[] {
	return toolCalls(message).map(({ name, args }) => `[called ${name} with ${JSON.stringify(args)}]`);
}

function partsOf(content: BaseMessage["content"]): readonly Part[] {
	if (typeof content === "string") return [{ type: "text", text: content }];
	// Foreign code may put strings among the parts, or no list at all.
	const parts: readonly unknown[] = Array.isArray(content) ? content : [];
	return parts.flatMap((part) => (typeof part === "string" ? [{ type: "text", text: part }] : isPart(part) ? [part] : []));
}

function isPart(part: unknown): part is Part {
	return typeof part === "object" && part !== null;
}

function textOf(part: Part): string | undefined {
	return typeof part.text === "string" && (part.type === undefined || /text$/.test(String(part.type))) ? part.text : undefined;
}

function fileName(part: Part): string {
	const named = find(part, ["filename", "file_name", "name", "title"]);
	if (named !== undefined) return named;
	const kind = String(part.type ?? "file").replace(/^input_|_url$/g, "");
	const mime = find(part, ["mimeType", "mime_type", "media_type"]) ?? /"data:([\w.+-]+\/[\w.+-]+)[;,]/.exec(head(part))?.[1];
	return mime === undefined ? kind : `${kind} ${mime}`;
}

/** Looks in the part and in the objects right inside it (`file`, `source`, `metadata`, `image_url`). */
function find(part: Part, keys: readonly string[]): string | undefined {
	for (const record of [part, ...Object.values(part).filter(isPart)]) {
		const key = keys.find((name) => typeof record[name] === "string" && record[name] !== "");
		if (key !== undefined) return String(record[key]);
	}
	return undefined;
}

/** Whole files are megabytes: length, head and tail of each text are enough to see that another one is there. */
function fingerprint(part: Part): string {
	return JSON.stringify(part, (_key, value: unknown) =>
		typeof value === "string" && value.length > 200 ? [value.length, value.slice(0, 64), value.slice(-64)] : value instanceof Uint8Array ? value.length : value,
	);
}

/** The part with long texts cut: enough to find the type of a data URL. */
function head(part: Part): string {
	return JSON.stringify(part, (_key, value: unknown) => (typeof value === "string" ? value.slice(0, 100) : value instanceof Uint8Array ? "" : value));
}
