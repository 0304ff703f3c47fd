import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the fake answers to one request. */
export interface FakeReply {
	readonly text?: string;
	/** `args` is sent as it is, so that it may be malformed. */
	readonly calls?: readonly { readonly id: string; readonly name: string; readonly args: string }[];
	readonly finishReason?: string;
	/** An HTTP error instead of a reply. */
	readonly error?: { readonly status: number; readonly body: unknown };
	/** Streams without ever saying whose message it is, as some servers do. */
	readonly withoutRole?: boolean;
	/** Sends the first half of the text, then waits until the client goes away. */
	readonly hang?: boolean;
}

export interface FakeRequest {
	readonly path: string;
	readonly authorization: string;
	readonly headers: IncomingMessage["headers"];
	readonly body: {
		readonly model: string;
		readonly stream?: boolean;
		readonly max_tokens?: number;
		readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_call_id?: string }[];
		readonly tools?: readonly { readonly function: { readonly name: string } }[];
		readonly response_format?: unknown;
	};
}

export interface FakeOpenAI extends AsyncDisposable {
	readonly baseUrl: string;
	readonly requests: FakeRequest[];
	/** Resolves when the client has closed a hanging reply. */
	readonly closed: Promise<void>;
}

/** A chat completions server on loopback. `reply` decides by the request and its number, from 0. */
export async function startFakeOpenAI(reply: (request: FakeRequest, index: number) => FakeReply): Promise<FakeOpenAI> {
	const requests: FakeRequest[] = [];
	const closed = Promise.withResolvers<void>();
	const server = createServer((incoming, response) => {
		void readBody(incoming).then((text) => {
			const request: FakeRequest = {
				path: incoming.url ?? "",
				authorization: incoming.headers.authorization ?? "",
				headers: incoming.headers,
				body: JSON.parse(text),
			};
			requests.push(request);
			const answer = reply(request, requests.length - 1);
			if (answer.hang === true) response.on("close", () => closed.resolve());
			if (answer.error !== undefined) sendJson(response, answer.error.status, answer.error.body);
			else if (request.body.stream === true) sendStream(response, request.body.model, answer);
			else sendJson(response, 200, completion(request.body.model, answer));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		requests,
		closed: closed.promise,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

function completion(model: string, { text = "", calls = [], finishReason }: FakeReply): unknown {
	const tool_calls = calls.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: args } }));
	const message = { role: "assistant", content: calls.length > 0 ? null : text, ...(calls.length > 0 ? { tool_calls } : {}) };
	const choice = { index: 0, message, finish_reason: finishReason ?? (calls.length > 0 ? "tool_calls" : "stop") };
	return { id: "chatcmpl-1", object: "chat.completion", created: 1, model, choices: [choice], usage };
}

function sendStream(response: ServerResponse, model: string, { text = "", calls = [], finishReason, hang = false, withoutRole = false }: FakeReply): void {
	response.writeHead(200, { "content-type": "text/event-stream" });
	const send = (delta: unknown, finish: string | null = null) => {
		const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model, choices: [{ index: 0, delta, finish_reason: finish }] };
		response.write(`data: ${JSON.stringify(chunk)}\n\n`);
	};
	if (!withoutRole) send({ role: "assistant", content: "" });
	const pieces = text.match(/\s*\S+\s*/g) ?? [];
	for (const piece of hang ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces) send({ content: piece });
	if (hang) return;
	for (const [index, { id, name, args }] of calls.entries()) send({ tool_calls: [{ index, id, type: "function", function: { name, arguments: args } }] });
	send({}, finishReason ?? (calls.length > 0 ? "tool_calls" : "stop"));
	response.write(`data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model, choices: [], usage })}\n\n`);
	response.end("data: [DONE]\n\n");
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
	let text = "";
	for await (const chunk of incoming) text += String(chunk);
	return text;
}
