import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { ChatOpenAI } from "@langchain/openai";
import Database from "better-sqlite3";

/*
 * The least host that does the work of a turn, as a process of its own: `node floor.ts DATABASE MODEL_URL MESSAGES` prints its address. Over HTTP it takes
 * an input, stores it, reads as many of the session's newest rows, calls the model with them, stores the answer, waits for the disk once and answers. The
 * database is a copy of the host's, with its tables and indexes, and is synced as the host syncs its own. It checks nothing, knows one flow and one user, and
 * has no flow to run, no run's record, no forgetting and no summary.
 */

const [path = "", modelUrl = "", messages = ""] = process.argv.slice(2);
const database = new Database(path);
for (const setting of ["journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON", "foreign_keys = ON"]) database.pragma(setting);
const log = await open(`${path}-wal`, "r+");
const chat = new ChatOpenAI({ model: "bench", apiKey: "bench", configuration: { baseURL: modelUrl }, maxRetries: 0, streaming: false });

const ofSession = "flow_id = @flowId AND user_id = 'local' AND session_id = @sessionId";
const flow = database.prepare<[], { readonly flowId: string }>("SELECT id AS flowId FROM flow WHERE endpoint_name = 'off'").get();
const newestRow = database.prepare<object, { readonly timestamp: number }>(
	`SELECT timestamp FROM message WHERE ${ofSession} ORDER BY timestamp DESC, id DESC LIMIT 1`,
);
const newestRows = database.prepare<object, { readonly sender: string; readonly text: string }>(
	`SELECT sender, text FROM message WHERE ${ofSession} AND eligible = 1 AND id <> @id ORDER BY timestamp DESC, id DESC LIMIT @limit`,
);
const insertRow = database.prepare(
	`INSERT INTO message VALUES (@id, @flowId, 'local', @sessionId, '', @timestamp, 0, 1, @sender, @sender, @text, '[]', 0, 0, 'message', '{}', '[]', NULL)`,
);
const append = database.transaction((row: { readonly flowId: string; readonly sessionId: string; readonly sender: string; readonly text: string }) => {
	const id = randomUUID();
	insertRow.run({ ...row, id, timestamp: Math.max(Date.now(), (newestRow.get(row)?.timestamp ?? 0) + 1) });
	return id;
});

let running: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;

/** One sync for all who wait at the same time. */
function synced(): Promise<void> {
	next ??= running.then(() => {
		next = undefined;
		running = log.datasync();
		return running;
	});
	return next;
}

async function answerTurn(request: IncomingMessage, response: ServerResponse): Promise<void> {
	let body = "";
	for await (const chunk of request.setEncoding("utf8")) body += chunk;
	const { input_value: input, session_id: sessionId } = JSON.parse(body);
	const session = { flowId: flow?.flowId ?? "", sessionId };
	const id = append.immediate({ ...session, sender: "User", text: input });
	const rows = newestRows.all({ ...session, id, limit: Number(messages) }).reverse();
	const history = rows.map(({ sender, text }): [string, string] => [sender === "User" ? "human" : "ai", text]);
	const { text } = await chat.invoke([["system", "You are a helpful assistant."], ...history, ["human", input]]);
	append.immediate({ ...session, sender: "Machine", text });
	await synced();
	response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ session_id: sessionId, text }));
}

const server = createServer((request, response) => {
	answerTurn(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, "127.0.0.1", () => {
	const address = server.address();
	process.stdout.write(`listening on http://127.0.0.1:${typeof address === "object" ? address?.port : 0}\n`);
});
process.once("SIGTERM", () => process.exit(0));
