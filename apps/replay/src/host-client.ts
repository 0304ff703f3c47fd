import { z } from "zod";
import { ReplayError } from "./replay-error.ts";
import { parseSessionMemory, type SessionMemory } from "./session-memory.ts";

const messageSchema = z.looseObject({
	id: z.string(),
	sender: z.string(),
	text: z.string(),
	error: z.boolean().nullish(),
	files: z.array(z.unknown()).nullish(),
});
const runSchema = z.looseObject({
	outputs: z.array(z.looseObject({ outputs: z.array(z.looseObject({ results: z.looseObject({ message: z.looseObject({ text: z.string() }) }) })) })),
});
const flowSchema = z.looseObject({ id: z.string() });

/** A stored message as the monitor endpoint lists it. */
export type MonitorMessage = z.infer<typeof messageSchema>;

interface RunBody {
	readonly input: string;
	readonly sessionId: string;
	readonly tweaks: Readonly<Record<string, unknown>>;
}

/** The calls of a host that the replay and the end-to-end tests make. Each throws a ReplayError that says what the host answered. */
export interface HostClient {
	readonly url: string;
	/** @returns the new flow's id. */
	createFlow(flow: Readonly<Record<string, unknown>>): Promise<string>;
	deleteFlow(flowId: string): Promise<void>;
	/** One turn without streaming. @returns the answer's text. */
	run(flowId: string, body: RunBody): Promise<string>;
	/** All rows of a session, oldest first. */
	messages(flowId: string, sessionId: string): Promise<readonly MonitorMessage[]>;
	memory(flowId: string, sessionId: string): Promise<SessionMemory>;
}

/** Rows that the host gives at once; a recorded conversation is far from it. */
const maxRows = 10_000;

export function createHostClient(url: string): HostClient {
	const call = (method: string, path: string, body?: unknown) => request(url, method, path, body);
	const session = (flowId: string, sessionId: string) => new URLSearchParams({ flow_id: flowId, session_id: sessionId }).toString();
	return {
		url,
		createFlow: async (flow) => flowSchema.parse(await call("POST", "/api/v1/flows/", flow)).id,
		deleteFlow: async (flowId) => void (await call("DELETE", `/api/v1/flows/${flowId}`)),
		async run(flowId, { input, sessionId, tweaks }) {
			const body = { input_value: input, input_type: "chat", output_type: "chat", session_id: sessionId, tweaks };
			const answer = runSchema.parse(await call("POST", `/api/v1/run/${flowId}?stream=false`, body));
			const text = answer.outputs[0]?.outputs[0]?.results.message.text;
			if (text === undefined) throw new ReplayError(`The run of flow ${flowId} at ${url} gave no output. The flow needs a Chat Output.`);
			return text;
		},
		async messages(flowId, sessionId) {
			const query = `${session(flowId, sessionId)}&order=ASC&limit=${maxRows}`;
			const rows = z.array(messageSchema).parse(await call("GET", `/api/v1/monitor/messages?${query}`));
			if (rows.length === maxRows) throw new ReplayError(`Session ${JSON.stringify(sessionId)} has ${maxRows} rows or more: too long to check. Use --limit.`);
			return rows;
		},
		memory: async (flowId, sessionId) => parseSessionMemory(await call("GET", `/api/v1/monitor/session-memory?${session(flowId, sessionId)}`)),
	};
}

async function request(url: string, method: string, path: string, body: unknown): Promise<unknown> {
	let response: Response;
	try {
		const json = body === undefined ? {} : { body: JSON.stringify(body) };
		response = await fetch(`${url}${path}`, { method, headers: { "content-type": "application/json" }, ...json });
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
		throw new ReplayError(`No answer from the host at ${url} (${cause}). Start it with \`pnpm start\`, or leave --host out.`, { cause: error });
	}
	const text = await response.text();
	if (!response.ok) throw new ReplayError(`${method} ${url}${path} answered ${response.status}: ${text.slice(0, 2_000)}`);
	return text === "" ? undefined : parseJson(text, `${method} ${url}${path}`);
}

function parseJson(text: string, call: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new ReplayError(`${call} answered something that is not JSON: ${text.slice(0, 200)}. Is that a Foldback host?`, { cause: error });
	}
}
