import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** One call that arrived at the endpoint, to be answered by the test. */
interface ModelCall {
	readonly authorization: string | undefined;
	readonly messages: readonly { readonly role: string; readonly content: string }[];
	/** Whether the answer is wanted as it is written. */
	readonly streamed: boolean;
	/** Sends the first part of a streamed answer, or nothing for a call that waits. */
	begin(text: string): void;
	finish(text: string): void;
	fail(status: number): void;
	/** Resolves when the caller hangs up before the answer is complete. */
	readonly hungUp: Promise<void>;
}

export interface OpenAIEndpoint {
	readonly url: string;
	/** The next call, once it has arrived. */
	next(): Promise<ModelCall>;
}

/** An OpenAI-compatible endpoint on loopback whose answers the test writes. It ends with the test. */
export async function openOpenAI(): Promise<OpenAIEndpoint> {
	const arrived: ModelCall[] = [];
	const waiting: ((call: ModelCall) => void)[] = [];
	const server = createServer((request, response) => {
		void readCall(request, response).then((call) => {
			const first = waiting.shift();
			if (first) first(call);
			else arrived.push(call);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`,
		next: () => {
			const call = arrived.shift();
			return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve));
		},
	};
}

async function readCall(request: IncomingMessage, response: ServerResponse): Promise<ModelCall> {
	let text = "";
	for await (const chunk of request.setEncoding("utf8")) text += chunk;
	const body = JSON.parse(text);
	const send = (delta: object, finishReason: string | null) => {
		if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
		const chunk = { id: "c", object: "chat.completion.chunk", created: 0, model: body.model, choices: [{ index: 0, delta, finish_reason: finishReason }] };
		response.write(`data: ${JSON.stringify(chunk)}\n\n`);
	};
	return {
		authorization: request.headers.authorization,
		messages: body.messages,
		streamed: body.stream === true,
		begin: (content) => body.stream && send({ role: "assistant", content }, null),
		finish(content) {
			if (!body.stream) return answer(response, 200, { id: "c", object: "chat.completion", created: 0, model: body.model, choices: [choice(content)] });
			send({ role: "assistant", content }, null);
			send({}, "stop");
			response.end("data: [DONE]\n\n");
		},
		fail: (status) => answer(response, status, { error: { message: "refused: you said my private words", type: "test" } }),
		hungUp: new Promise((resolve) => response.once("close", () => !response.writableFinished && resolve())),
	};
}

const choice = (content: string) => ({ index: 0, message: { role: "assistant", content }, finish_reason: "stop" });

function answer(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
