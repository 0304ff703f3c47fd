import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { PromptMessage } from "./prompt.ts";

const textPart = z.looseObject({ type: z.literal("text"), text: z.string() });
const requestSchema = z.looseObject({
	model: z.string(),
	messages: z.array(
		z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(z.union([textPart, z.looseObject({ type: z.string() })]))]).nullish() }),
	),
	stream: z.boolean().nullish(),
	stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});

/** A chat completion as an OpenAI client asks for it, with the parts of a message joined. */
export interface ChatCompletionRequest {
	readonly model: string;
	readonly messages: readonly PromptMessage[];
	readonly stream: boolean;
	readonly includeUsage: boolean;
}

/** @returns the request, or undefined when the body is none. */
export function parseChatCompletion(body: unknown): ChatCompletionRequest | undefined {
	const parsed = requestSchema.safeParse(body);
	if (!parsed.success) return undefined;
	const { model, messages, stream, stream_options } = parsed.data;
	return {
		model,
		messages: messages.map(({ role, content }) => ({ role, text: contentText(content) })),
		stream: stream === true,
		includeUsage: stream_options?.include_usage === true,
	};
}

function contentText(content: z.infer<typeof requestSchema>["messages"][number]["content"]): string {
	if (typeof content === "string") return content;
	return (content ?? []).map((part) => ("text" in part && typeof part.text === "string" ? part.text : "")).join("");
}

/** What a completion costs, in tokens. */
export interface CompletionUsage {
	readonly inputTokens: number;
	readonly outputTokens: number;
}

/** Sends the answer as the client wants it: one object, or server-sent events of a few words each. */
export function sendCompletion(response: ServerResponse, request: ChatCompletionRequest, text: string, usage: CompletionUsage): void {
	const head = { id: `chatcmpl-${crypto.randomUUID()}`, created: Math.floor(Date.now() / 1_000), model: request.model };
	const counts = { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens, total_tokens: usage.inputTokens + usage.outputTokens };
	if (!request.stream) {
		const choice = { index: 0, message: { role: "assistant", content: text }, finish_reason: "stop", logprobs: null };
		sendJson(response, 200, { ...head, object: "chat.completion", choices: [choice], usage: counts });
		return;
	}
	response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
	const send = (choices: readonly unknown[], more: object = {}) =>
		response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`);
	send([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]);
	for (const content of pieces(text)) send([{ index: 0, delta: { content }, finish_reason: null }]);
	send([{ index: 0, delta: {}, finish_reason: "stop" }]);
	if (request.includeUsage) send([], { usage: counts });
	response.end("data: [DONE]\n\n");
}

/** Eight words and the space after them at a time; joined they are the text again. */
function pieces(text: string): readonly string[] {
	return text.match(/(?:\S*\s+){1,8}|\S+\s*$/g) ?? (text === "" ? [] : [text]);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(body));
}

/** An error in the shape that OpenAI clients read. */
export function sendError(response: ServerResponse, status: number, message: string): void {
	sendJson(response, status, { error: { message, type: "invalid_request_error", param: null, code: null } });
}
