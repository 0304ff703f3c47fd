import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type ChatCompletionRequest, parseChatCompletion, sendCompletion, sendError, sendJson } from "./chat-completion.ts";
import type { PromptMessage } from "./prompt.ts";
import { ReplayError } from "./replay-error.ts";
import type { TokenCounter } from "./token-count.ts";
import type { RecordedTurn } from "./turns.ts";

/** An OpenAI-compatible server on loopback that gives recorded answers. Each replayed session calls it under a model name of its own. */
export interface RecordedEndpoint {
	/** Base URL for OpenAI clients, `http://127.0.0.1:PORT/v1`. */
	readonly url: string;
	/** Prepares the answer to the next call under this model name. Only one call with exactly this input gets it. */
	expect(model: string, turn: RecordedTurn): void;
	/** What the expected call was sent, and forgets it; undefined when no call came. */
	take(model: string): readonly PromptMessage[] | undefined;
	/** Calls under this model name that were not expected, such as a fold that did not go to the offline model, and calls that named none; and forgets them. */
	takeProblems(model: string): readonly string[];
	close(): Promise<void>;
}

interface Expectation {
	readonly turn: RecordedTurn;
	sent?: readonly PromptMessage[];
}

interface Problem {
	/** Model name of the call; undefined when it named none. */
	readonly model: string | undefined;
	readonly text: string;
}

const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Starts the endpoint.
 * @param port 0 for any free one.
 * @throws ReplayError when the port is taken.
 */
export async function startRecordedEndpoint(port: number, countTokens: TokenCounter): Promise<RecordedEndpoint> {
	const expected = new Map<string, Expectation>();
	const problems: Problem[] = [];
	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => {
			problems.push({ model: undefined, text: `The recorded endpoint failed: ${String(error)}` });
			response.destroy();
		});
	});
	const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const path = request.url?.split("?")[0];
		if (request.method === "GET" && path === "/v1/models") {
			sendJson(response, 200, { object: "list", data: [...expected.keys()].map((id) => ({ id, object: "model", created: 0, owned_by: "replay" })) });
			return;
		}
		const completion = path === "/v1/chat/completions" && request.method === "POST" ? parseChatCompletion(await readJson(request)) : undefined;
		const refusal = completion ? answer(completion, response) : `the call is not POST /v1/chat/completions with a chat completion.`;
		if (refusal === undefined) return;
		problems.push({ model: completion?.model, text: `${request.method} ${path}: ${refusal}` });
		// 400: clients do not repeat it, so the turn fails at once.
		sendError(response, 400, `The replay gives only recorded answers: ${refusal}`);
	};
	const answer = (completion: ChatCompletionRequest, response: ServerResponse): string | undefined => {
		const expectation = expected.get(completion.model);
		const refusal = refusalOf(completion, expectation);
		if (refusal !== undefined || !expectation) return refusal;
		expectation.sent = completion.messages;
		const inputTokens = completion.messages.reduce((total, { text }) => total + countTokens(text), 0);
		sendCompletion(response, completion, expectation.turn.answer, { inputTokens, outputTokens: countTokens(expectation.turn.answer) });
		return undefined;
	};
	const url = `http://127.0.0.1:${await listen(server, port)}/v1`;
	return {
		url,
		expect: (model, turn) => void expected.set(model, { turn }),
		take: (model) => {
			const sent = expected.get(model)?.sent;
			expected.delete(model);
			return sent;
		},
		takeProblems: (model) => {
			const taken = problems.filter((problem) => problem.model === undefined || problem.model === model);
			for (const problem of taken) problems.splice(problems.indexOf(problem), 1);
			return taken.map(({ text }) => text);
		},
		close: () => close(server),
	};
}

function refusalOf({ model, messages }: ChatCompletionRequest, expectation: Expectation | undefined): string | undefined {
	if (!expectation) return `a call to the model ${JSON.stringify(model)} came when none was expected; folds belong to the offline model.`;
	if (expectation.sent) return `a second call to ${JSON.stringify(model)} came in one turn; folds belong to the offline model.`;
	const last = messages.at(-1);
	if (last?.role === "user" && last.text === expectation.turn.input) return undefined;
	return `the call to ${JSON.stringify(model)} does not end with the turn's input; folds belong to the offline model.`;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request) {
		if (!Buffer.isBuffer(chunk)) continue;
		bytes += chunk.length;
		if (bytes > maxBodyBytes) throw new ReplayError(`A call of more than ${maxBodyBytes} bytes reached the recorded endpoint.`);
		chunks.push(chunk);
	}
	try {
		return JSON.parse(Buffer.concat(chunks).toString("utf8"));
	} catch {
		return undefined;
	}
}

function listen(server: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", (error) =>
			reject(new ReplayError(`Cannot listen on 127.0.0.1:${port}: ${error.message}. Stop what uses the port.`, { cause: error })),
		);
		server.listen(port, "127.0.0.1", () => {
			const address = server.address();
			if (address !== null && typeof address === "object") resolve(address.port);
			else reject(new Error("The server has no port."));
		});
	});
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
