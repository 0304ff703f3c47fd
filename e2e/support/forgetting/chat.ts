import { setTimeout } from "node:timers/promises";
import { createHostClient } from "@foldback/replay";
import { z } from "zod";
import { supportFlow } from "../support-flow.ts";
import { foldModel, newPlantedWord } from "./planted-model.ts";

/** A folded chat in a flow of its own, and the word that one of its messages holds. */
export interface PlantedChat {
	readonly word: string;
	readonly flowId: string;
	readonly sessionId: string;
	/** Of the rows that hold the word, and of all. */
	readonly plantedIds: readonly string[];
	readonly allIds: readonly string[];
	readonly runId: string;
}

export const sessionId = "chat";
const tweaks = {
	Agent: {
		summarize_older_messages: true,
		n_messages: 2,
		pinned_keys: ["code"],
		model: [{ name: "chat", provider: "OpenAI" }],
		summary_model: [{ name: foldModel, provider: "OpenAI" }],
	},
};

/** @returns the answer to a call, its status and its text. */
export async function call(url: string, method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
	const json = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
	const response = await fetch(`${url}${path}`, { method, headers: { "content-type": "application/json", ...headers }, ...json });
	return { status: response.status, text: await response.text() };
}

/** One turn; with a key it may be asked again. */
export function say(url: string, flowId: string, text: string, more: { readonly files?: readonly string[]; readonly key?: string } = {}) {
	const body = { input_value: text, input_type: "chat", output_type: "chat", session_id: sessionId, tweaks, ...(more.files ? { files: more.files } : {}) };
	return call(url, "POST", `/api/v1/run/${flowId}?stream=false`, body, more.key === undefined ? {} : { "idempotency-key": more.key });
}

/** Says the word once, in text, file and file name, and goes on talking until it is folded. */
export async function plant(url: string, name: string): Promise<PlantedChat> {
	const word = newPlantedWord(name);
	const host = createHostClient(url);
	const flowId = await host.createFlow(await supportFlow(`Flow of ${name}`));
	const form = new FormData();
	form.set("file", new File([`A file about ${word}.`], `${word}.txt`, { type: "text/plain" }));
	const uploaded = await fetch(`${url}/api/v1/files/upload/${flowId}`, { method: "POST", body: form });
	const { file_path: file } = z.object({ file_path: z.string() }).parse(await uploaded.json());
	const first = await say(url, flowId, `The code is ${word}.`, { files: [file], key: flowId });
	if (first.status !== 200) throw new Error(`The turn with the word answered ${first.status}: ${first.text}`);
	for (let turn = 2; turn <= 4; turn++) await say(url, flowId, `Small talk number ${turn}.`);
	const { absorbed } = await folded(url, flowId);
	const rows = await host.messages(flowId, sessionId);
	if (absorbed < rows.length - tweaks.Agent.n_messages - 1) throw new Error(`Of ${rows.length} messages only ${absorbed} were folded.`);
	const plantedIds = rows.filter((row) => JSON.stringify(row).includes(word)).map(({ id }) => id);
	const runs = z.array(z.looseObject({ run_id: z.string() })).parse(JSON.parse((await call(url, "GET", `/api/v1/monitor/runs?flow_id=${flowId}`)).text));
	return { word, flowId, sessionId, plantedIds, allIds: rows.map(({ id }) => id), runId: runs.at(-1)?.run_id ?? "" };
}

/**
 * Waits until no fold is due for the window of the turns, or the chat is no more. A turn that ends while a fold is under way leaves what it made due to the
 * next turn, so now and then there is one. @returns the memory as it is then.
 */
export async function folded(url: string, flowId: string): Promise<{ readonly absorbed: number }> {
	const path = `/api/v1/monitor/session-memory?flow_id=${flowId}&session_id=${sessionId}&n_messages=${tweaks.Agent.n_messages}`;
	const looksBetweenTurns = 50;
	for (let look = 1; ; look++) {
		const { status, text } = await call(url, "GET", path);
		if (status === 404) return { absorbed: 0 };
		const { fold_due: due, state } = memorySchema.parse(JSON.parse(text));
		if (!due) return { absorbed: state?.absorbed_count ?? 0 };
		if (look > 20 * looksBetweenTurns) throw new Error(`A fold of flow ${flowId} is still due after 20 more turns: ${text}`);
		if (look % looksBetweenTurns === 0) await say(url, flowId, "And so on.");
		await setTimeout(20);
	}
}

const memorySchema = z.looseObject({ fold_due: z.boolean(), state: z.looseObject({ absorbed_count: z.number() }).nullable() });

/** Everything that a host tells of a chat, as one text. */
export async function told(url: string, { flowId, runId, word }: Pick<PlantedChat, "flowId" | "runId" | "word">): Promise<string> {
	const scope = `flow_id=${flowId}&session_id=${sessionId}`;
	const gets = [
		"/api/v1/users/me/export",
		"/api/v1/flows/",
		"/api/v1/monitor/messages",
		`/api/v1/monitor/messages?${scope}`,
		`/api/v1/monitor/messages/sessions`,
		`/api/v1/monitor/messages/export?${scope}`,
		`/api/v1/monitor/session-memory?${scope}`,
		`/api/v1/monitor/runs?flow_id=${flowId}`,
		`/api/v1/monitor/runs/${runId}`,
		`/api/v1/monitor/run-views?${scope}`,
		`/api/v1/files/list/${flowId}`,
	];
	const answers = await Promise.all(gets.map((path) => call(url, "GET", path)));
	return answers
		.map(({ text }, index) => `${gets[index]} ${text}`)
		.filter((text) => text.includes(word))
		.join("\n");
}
