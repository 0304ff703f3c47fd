import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/*
 * An OpenAI-compatible server that answers at once, as a process of its own: `node fake-openai.ts` prints its base URL. Calls of the model `slow` wait for
 * two seconds. A call that asks for a fold gets one.
 */

const slowMs = 2_000;
const usage = { prompt_tokens: 500, completion_tokens: 12, total_tokens: 512 };
const answer = "Noted: the upgrade of the cluster is on Tuesday.";
const fold = JSON.stringify({ pinned: { cluster: "EU" }, summary: "- The upgrade of the EU cluster is on Tuesday at nine." });

const server = createServer((request, response) => {
	answerCall(request, response).catch(() => response.destroy());
});

async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
	let text = "";
	for await (const chunk of request.setEncoding("utf8")) text += chunk;
	const { model, stream } = JSON.parse(text);
	const content = text.includes('\\"pinned\\"') ? fold : answer;
	if (model === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs));
	const common = { id: "c", created: 0, model };
	if (!stream) {
		const body = { ...common, object: "chat.completion", choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }], usage };
		response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
		return;
	}
	const chunk = (delta: object, finish_reason: string | null) =>
		`data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
	const last = `data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices: [], usage })}\n\ndata: [DONE]\n\n`;
	response.writeHead(200, { "content-type": "text/event-stream" }).end(chunk({ role: "assistant", content }, null) + chunk({}, "stop") + last);
}

server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	process.stdout.write(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1\n`);
});
