import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createHostClient, type HostProcess, startHostProcess } from "@foldback/replay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedModel, startScriptedModel } from "./support/scripted-model.ts";
import { supportFlow } from "./support/support-flow.ts";

/** Stands in everything that nobody may read in a log. */
const word = "zanzibar";
const answerMs = 40;

let folder: string;
let model: ScriptedModel;
let host: HostProcess;
let flowId: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "foldback-operations-"));
	model = await startScriptedModel(async ({ messages, model: name }) => {
		if (name.startsWith("broken")) return { error: `${word}: ${messages.at(-1)?.text}`, status: 400 };
		if (messages.some(({ text }) => text.includes("slowly"))) await new Promise((resolve) => setTimeout(resolve, answerMs));
		if (/JSON/.test(messages[0]?.text ?? "")) return { text: JSON.stringify({ pinned: { topic: word }, summary: `- ${word}` }) };
		return { text: `${word}, noted: ${messages.at(-1)?.text}` };
	});
	const env = {
		OPENAI_BASE_URL: model.url,
		OPENAI_API_KEY: `sk-${word}-key`,
		FOLDBACK_SECRET_KEY: `${word} is our passphrase`,
		FOLDBACK_MODEL: "chat",
		FOLDBACK_LOG_LEVEL: "debug",
		FOLDBACK_FOLD_THRESHOLD: "2",
	};
	host = await startHostProcess({ dataDir: folder, env });
	flowId = await createHostClient(host.url).createFlow({ ...(await supportFlow("Operations")), description: word });
});
afterAll(async () => {
	await host?.kill();
	await model?.close();
	await rm(folder, { recursive: true, force: true });
});

test("the log, with all it can tell, holds no chat text, no reply, no session, no key and no secret", async () => {
	const sent: [string, string, unknown?, Record<string, string>?][] = [];
	const agent = { n_messages: 2, summarize_older_messages: true, pinned_keys: ["topic"] };
	const run = (input: string, more: object = {}) =>
		["POST", `/api/v1/run/${flowId}`, { input_value: input, session_id: `session ${word}`, tweaks: { Agent: { ...agent, ...more } } }] as const;
	for (let turn = 0; turn < 4; turn++) sent.push([...run(`${word} ${turn}`)]);
	sent.push([...run(word, { model: [{ name: "broken", provider: "OpenAI" }], api_key: `sk-own-${word}` })]);
	sent.push([...run(word, { summary_model: [{ name: "broken-fold", provider: "OpenAI" }] })], [...run(word, { context_id: word })]);
	sent.push(["POST", `/api/v1/run/${flowId}?stream=true`, { input_value: word, session_id: word }]);
	sent.push(
		["POST", `/api/v1/run/${word}`, { input_value: word }],
		["GET", `/api/v1/${word}`],
		["GET", `/api/v1/monitor/messages?flow_id=${word}&order=${word}`],
	);
	sent.push(["POST", "/api/v1/flows/", `{"name": "${word}`], ["GET", "/api/v1/flows/", undefined, { "x-api-key": `fb_${word}` }]);
	sent.push(["PATCH", `/api/v1/monitor/messages/session/session%20${word}?new_session_id=${word}2`]);
	sent.push(["DELETE", `/api/v1/monitor/messages/session/${word}2`]);
	const statuses: number[] = [];
	for (const [method, path, body, headers] of sent) {
		const text = typeof body === "string" ? body : JSON.stringify(body);
		const response = await fetch(`${host.url}${path}`, {
			method,
			headers: { "content-type": "application/json", ...headers },
			...(text ? { body: text } : {}),
		});
		statuses.push(response.status);
		await response.text();
	}
	expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(6);
	expect(new Set(statuses).size).toBeGreaterThan(4);
	await host.printed('"event":"fold-saved"');
	await host.printed('"event":"fold-failed"');
	const output = host.output();
	expect(output).toContain("listening on");
	expect(output).toContain('"route":"/api/v1/run/:flow"');
	expect(output).not.toContain(word);
	const lines = output.split("\n").filter((line) => line.startsWith("{"));
	const runs = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "run-finished");
	expect(runs.filter(({ runId, requestId }) => /^[\da-f-]{36}$/.test(runId) && /^[\da-f-]{36}$/.test(requestId))).toHaveLength(runs.length);
});

test("a host that is told to stop under load answers all it took, refuses the rest, loses nothing and resets nobody", async () => {
	const acknowledged: string[] = [];
	const ends = { refused: 0, stopped: 0, other: [] as string[] };
	const agent = new Agent({ keepAlive: true });
	let told = 0;
	const stopped = Promise.withResolvers<number | string>();
	const client = async (name: number) => {
		for (let turn = 0; ; turn++) {
			const input = `slowly ${name} ${turn}`;
			const stream = turn % 2 === 0;
			const answer = await post(agent, `${host.url}/api/v1/run/${flowId}?stream=${stream}`, { input_value: input, session_id: `load ${name}` });
			if (answer === "ECONNREFUSED") {
				ends.stopped += 1;
				return;
			}
			const [status, text, retryAfter] = typeof answer === "string" ? [0, answer, undefined] : answer;
			if (status === 200 && text.includes(input) && (!stream || text.includes('"event":"end"'))) acknowledged.push(input);
			else if (status === 503 && retryAfter === "5") {
				// A balancer would send it to another host now.
				ends.refused += 1;
				return;
			} else ends.other.push(`${status}: ${text.slice(-300)}`);
			told += 1;
			if (told === 40) void host.stop().then(stopped.resolve);
		}
	};
	await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
	expect(await stopped.promise).toBe(0);
	expect(ends.other).toEqual([]);
	expect(ends.refused).toBeGreaterThan(0);
	expect(ends.refused + ends.stopped).toBe(8);
	const database = new DatabaseSync(join(folder, "foldback.db"), { readOnly: true });
	const stored = database.prepare("SELECT sender, text FROM message WHERE session_id LIKE 'load %'").all();
	database.close();
	expect(acknowledged.length).toBeGreaterThan(30);
	for (const input of acknowledged) {
		expect(stored.filter(({ sender, text }) => sender === "User" && text === input)).toHaveLength(1);
		expect(stored.filter(({ sender, text }) => sender === "Machine" && String(text).endsWith(` ${input}`))).toHaveLength(1);
	}
	expect(stored.length % 2).toBe(0);
});

/**
 * @returns status, text and `retry-after`, or the code of what went wrong with the connection. As every client must, it sends again what met the end of a
 * connection that was kept alive: whether that was taken nevertheless, the rows tell.
 */
function post(agent: Agent, url: string, body: object): Promise<readonly [number, string, string | undefined] | string> {
	return new Promise((resolve) => {
		const outgoing = request(url, { agent, method: "POST", headers: { "content-type": "application/json" } }, (response) => {
			let text = "";
			response.setEncoding("utf8").on("data", (chunk: string) => {
				text += chunk;
			});
			response.once("error", (error) => resolve(`cut: ${error.message}`));
			response.once("end", () => resolve([response.statusCode ?? 0, text, response.headers["retry-after"]]));
		});
		outgoing.once("error", (error: NodeJS.ErrnoException) => {
			const wasKept = outgoing.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
			resolve(wasKept ? post(agent, url, body) : (error.code ?? error.message));
		});
		outgoing.end(JSON.stringify(body));
	});
}
