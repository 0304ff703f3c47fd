import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

/** An OpenAI-compatible model on loopback whose answer begins and then goes on only when the test lets it. */
export interface HeldModel {
	readonly url: string;
	/** Lets the answers that are being held come to their end. */
	release(): void;
	/** Resolves when somebody has hung up on an answer. */
	readonly hungUp: Promise<void>;
	close(): Promise<void>;
}

/** @param text begins with what is sent at once, up to the first `|`. */
export async function startHeldModel(text: string): Promise<HeldModel> {
	const [begin = "", end = ""] = text.split("|");
	const held = new Set<ServerResponse>();
	const hungUp = Promise.withResolvers<void>();
	const head = { id: "chatcmpl-held", created: 0, model: "held", object: "chat.completion.chunk" };
	const send = (response: ServerResponse, delta: object, reason: string | null = null) =>
		response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
	const server = createServer((request, response) => {
		request.resume();
		response.writeHead(200, { "content-type": "text/event-stream" });
		send(response, { role: "assistant", content: begin });
		held.add(response);
		response.once("close", () => {
			held.delete(response);
			if (!response.writableFinished) hungUp.resolve();
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The held model has no port.");
	return {
		url: `http://127.0.0.1:${address.port}/v1`,
		release() {
			for (const response of held) {
				send(response, { content: end });
				send(response, {}, "stop");
				response.end("data: [DONE]\n\n");
			}
		},
		hungUp: hungUp.promise,
		async close() {
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
