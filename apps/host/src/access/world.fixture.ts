import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";
import { createApiKey } from "./api-key.ts";

/** Names of things, of one kind each. */
export interface Ids {
	readonly flow: string;
	readonly session: string;
	readonly context: string;
	readonly message: string;
	readonly run: string;
	readonly file: string;
	readonly userFile: string;
	readonly incarnation: string;
	readonly idempotencyKey: string;
	readonly secret: string;
}

/** What Ann said: it must never come before anybody else. */
export const annsWords = "My cluster is Xanadu-77.";

export interface World {
	readonly host: TestHost;
	readonly keys: { readonly ann: string; readonly bob: string; readonly revoked: string };
	/** Everything that Ann has. */
	readonly anns: Ids;
	/** Names of the same shape and length that nothing has. */
	readonly nobodys: Ids;
	/** Makes a flow of Bob's own. */
	readonly newBobsFlow: () => Promise<string>;
	/** All that Ann can see of hers. */
	readonly seenByAnn: () => Promise<string>;
}

/** A host that asks for keys, on which Ann has one of everything, and Bob a flow. */
export async function openWorld(): Promise<World> {
	const host = await openTestHost({ FOLDBACK_AUTH: "keys", FOLDBACK_FOLD_THRESHOLD: "2", FOLDBACK_FOLD_TIMING: "inline", FOLDBACK_RATE_LIMIT: "off" });
	const keys = { ann: await keyOf(host, "ann"), bob: await keyOf(host, "bob"), revoked: await keyOf(host, "bob", { revoked: true }) };
	const call = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
		host.call(method, path, body, { "x-api-key": keys.ann, ...headers });
	const agent = { n_messages: 1, summarize_older_messages: true, pinned_keys: ["city"], api_key: "sk-of-ann-1234" };
	const flow: string = (await call("POST", "/api/v1/flows", agentFlow("Ann's", agent))).body.id;
	const newBobsFlow = async (): Promise<string> => (await call("POST", "/api/v1/flows", echoFlow("Bob's"), { "x-api-key": keys.bob })).body.id;
	const session = "ann-s-session";
	const idempotencyKey = "ann-s-request";
	for (const input_value of [annsWords, "My city is Oslo.", "Which city?"]) {
		await call("POST", `/api/v1/run/${flow}`, { input_value, session_id: session }, { "idempotency-key": `${idempotencyKey}-${input_value.length}` });
	}
	const upload = async (path: string) => {
		const form = new FormData();
		form.set("file", new File([annsWords], "notes.txt"));
		return JSON.parse(await (await host.app.request(path, { method: "POST", headers: { "x-api-key": keys.ann }, body: form })).text());
	};
	const filePath: string = (await upload(`/api/v1/files/upload/${flow}`)).file_path;
	const userFile: string = (await upload("/api/v2/files")).id;
	const memory = (await call("GET", `/api/v1/monitor/session-memory?flow_id=${flow}&session_id=${session}`)).body;
	const [message] = (await call("GET", `/api/v1/monitor/messages?flow_id=${flow}`)).body;
	const [run] = (await call("GET", `/api/v1/monitor/runs?flow_id=${flow}`)).body;
	const saved = JSON.stringify((await call("GET", `/api/v1/flows/${flow}`)).body);
	const anns: Ids = {
		flow,
		session,
		context: "ann-s-context",
		message: message.id,
		run: run.run_id,
		file: filePath.slice(flow.length + 1),
		userFile,
		incarnation: memory.state.incarnation,
		idempotencyKey: `${idempotencyKey}-${annsWords.length}`,
		secret: /foldback-secret:([0-9a-f-]{36})/.exec(saved)?.[1] ?? "",
	};
	const seenByAnn = async () => {
		const paths = [
			`/api/v1/flows/${flow}`,
			`/api/v1/monitor/messages?flow_id=${flow}`,
			`/api/v1/monitor/session-memory?flow_id=${flow}&session_id=${session}`,
			`/api/v1/monitor/runs?flow_id=${flow}`,
			`/api/v1/files/list/${flow}`,
			"/api/v2/files",
			"/api/v1/flows",
		];
		return JSON.stringify(await Promise.all(paths.map(async (path) => (await call("GET", path)).body)));
	};
	return { host, keys, anns, nobodys: likeness(anns), newBobsFlow, seenByAnn };
}

async function keyOf(host: TestHost, userId: string, { revoked = false } = {}): Promise<string> {
	const { id, key, prefix, hash } = createApiKey();
	await host.store.keys.create({ id, userId, name: "", prefix, hash });
	if (revoked) await host.store.keys.revoke(id);
	return key;
}

function likeness(ids: Ids): Ids {
	return {
		flow: crypto.randomUUID(),
		session: "not-a-session",
		context: "not-a-context",
		message: crypto.randomUUID(),
		run: crypto.randomUUID(),
		file: ids.file.replace(/^.{12}/, "0123456789ab"),
		userFile: ids.userFile.replace(/^.{12}/, "0123456789ab"),
		incarnation: crypto.randomUUID(),
		idempotencyKey: ids.idempotencyKey.replace("ann", "not"),
		secret: crypto.randomUUID(),
	};
}
