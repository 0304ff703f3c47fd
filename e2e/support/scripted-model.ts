import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type ChatCompletionRequest, parseChatCompletion, sendCompletion, sendError } from "@foldback/replay";

/** An OpenAI-compatible model on loopback that a test controls. */
export interface ScriptedModel {
	/** Base URL for OpenAI clients. */
	readonly url: string;
	close(): Promise<void>;
}

type Reply = { readonly text: string } | { readonly error: string; readonly status?: number };

/** What the model says to a call, at once or later; an error message makes the call fail, with status 400 unless it names another. */
export type ModelScript = (request: ChatCompletionRequest) => Reply | Promise<Reply>;

export interface ModelHooks {
	/** A call has arrived and is not answered yet. */
	readonly onCall?: (request: ChatCompletionRequest) => void;
	/** The whole answer has been handed to the network. */
	readonly onAnswered?: (request: ChatCompletionRequest) => void;
}

export async function startScriptedModel(script: ModelScript, hooks: ModelHooks = {}): Promise<ScriptedModel> {
	const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		const request = parseChatCompletion(await readJson(incoming).catch(() => undefined));
		if (!request) {
			sendError(response, 400, "not a chat completion");
			return;
		}
		hooks.onCall?.(request);
		const answer = await script(request);
		response.once("finish", () => hooks.onAnswered?.(request));
		if ("error" in answer) sendError(response, answer.status ?? 400, answer.error);
		else sendCompletion(response, request, answer.text, { inputTokens: 10, outputTokens: 10 });
	};
	const server = createServer((incoming, response) => {
		respond(incoming, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The scripted model has no port.");
	return {
		url: `http://127.0.0.1:${address.port}/v1`,
		async close() {
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

async function readJson(request: IncomingMessage): Promise<unknown> {
	let text = "";
	request.setEncoding("utf8");
	for await (const chunk of request) text += chunk;
	return JSON.parse(text);
}
