import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

const numRuns = Number(process.env.FOLDBACK_FUZZ_RUNS ?? 60);

type Entry = readonly [name: string, entry: object];

/** Fields that hold a secret, in every way in which flows do. */
const places: readonly ((secret: string) => Entry)[] = [
	(value) => ["api_key", { value }],
	(value) => ["client_secret", { value, load_from_db: false }],
	(value) => ["token", { value }],
	(value) => ["anything", { value, password: true }],
	(value) => ["anything", { value, _input_type: "SecretStrInput" }],
	(value) => ["keys", { value: ["", value], password: true }],
	(value) => ["api_key_Model-1", { value, name: "api_key_Model-1", proxy: { id: "Model-1", field: "api_key" } }],
	(api_key) => ["model", { value: [{ name: "gpt", provider: "OpenAI", api_key }] }],
	(api_key) => ["model", { value: JSON.stringify([{ name: "gpt", provider: "OpenAI", api_key }]) }],
	(value) => ["input_value", { value: [{ key: "Cookie", value }] }],
	(value) => ["settings", { value: { auth: { user: value } } }],
	(value) => ["settings", { value: { deep: [[{ "Set-Cookie": value }]] } }],
	(value) => ["mcp_server", { value: { name: "x", config: { url: "https://mcp.example", headers: { "X-Team": value } } } }],
	(value) => ["mcp_server", { value: JSON.stringify({ config: { env: { SOME_API_KEY: value } } }) }],
	...["Cookie", "X-Token", "X-Auth", "Authorization", "X-Whatever-It-Is"].flatMap((key): ((secret: string) => Entry)[] => [
		(value) => ["headers", { value: [{ key, value }] }],
		(value) => ["headers", { value: { [key]: value } }],
		(value) => ["request_headers", { value: JSON.stringify([{ name: key, value }], undefined, 2) }],
		(value) => ["headers", { value: JSON.stringify({ [key]: value }) }],
		(value) => ["headers", { value: [`${key}: ${value}`] }],
	]),
];

type Nesting = (entry: Entry, modelUrl: string) => object;

const fieldsOf = ([name, entry]: Entry) => ({ [name]: { name, ...entry } });

function added(flow: object, nodeIndex: number, fields: object): object {
	const copy = JSON.parse(JSON.stringify(flow));
	Object.assign(copy.data.nodes[nodeIndex].data.node.template, fields);
	return copy;
}

/** Where in a flow such a field may be. */
const nestings: readonly Nesting[] = [
	(entry) => added(echoFlow(), 0, fieldsOf(entry)),
	(entry) => added(echoFlow(), 1, fieldsOf(entry)),
	(entry, base_url) => added(agentFlow("Agent", { base_url }), 1, fieldsOf(entry)),
	// A group: a node with a flow inside.
	(entry) => {
		const group = {
			id: "Group-1",
			type: "genericNode",
			data: { id: "Group-1", type: "Group", node: { template: {}, flow: { data: added(echoFlow(), 0, fieldsOf(entry)) } } },
		};
		const inner = group.data.node.flow.data as { data?: unknown };
		group.data.node.flow = { data: inner.data as object };
		const flow = JSON.parse(JSON.stringify(echoFlow()));
		flow.data.nodes.push(group);
		return flow;
	},
];

/** A model server that refuses every key, and repeats it. */
async function refusingModel(): Promise<string> {
	const server = createServer((request, response) => {
		response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ error: { message: `wrong key: ${request.headers.authorization}` } }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** Everything that the host says and keeps after a flow with the secret was saved, run, with the secret in a tweak too, exported and deleted. */
async function everythingSaid(host: TestHost, flow: object, tweaks: object): Promise<readonly string[]> {
	const said: string[] = [];
	const call = async (method: string, path: string, body?: unknown) => {
		const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
		const text = await (await host.app.request(path, { method, ...init })).text();
		said.push(`${method} ${path} ${text}`);
		return path.includes("run/") || path.includes("export") || method === "DELETE" ? undefined : JSON.parse(text);
	};
	const { id, data } = await call("POST", "/api/v1/flows/", flow);
	await call("PATCH", `/api/v1/flows/${id}`, { data });
	await call("PATCH", `/api/v1/flows/${id}`, { data: (flow as { data: unknown }).data });
	for (const path of ["", id]) await call("GET", `/api/v1/flows/${path}`);
	const exported = await call("POST", "/api/v1/flows/download", [id]);
	expect(JSON.stringify(exported)).not.toContain("foldback-secret:");
	await call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" });
	await call("POST", `/api/v1/run/${id}?stream=true`, { input_value: "Hello", session_id: "s", tweaks });
	const flowAndSession = `flow_id=${id}&session_id=s`;
	for (const path of ["messages", "messages/export", "runs", "run-views", "session-memory"]) await call("GET", `/api/v1/monitor/${path}?${flowAndSession}`);
	for (const { run_id: run } of await call("GET", `/api/v1/monitor/runs?${flowAndSession}`)) await call("GET", `/api/v1/monitor/runs/${run}`);
	for (const name of ["foldback.db", "foldback.db-wal"]) {
		const file = join(host.dataDir, name);
		if (existsSync(file)) said.push(`${name} ${readFileSync(file).toString("latin1")}`);
	}
	await call("DELETE", `/api/v1/flows/${id}`);
	return [...said, JSON.stringify(host.logged)];
}

it("tells a secret nowhere, wherever in a flow or its tweaks it stands: no answer, export, chat row, run, log line or database file", {
	timeout: 60_000 + 1_000 * numRuns,
}, async () => {
	const host = await openTestHost();
	const modelUrl = await refusingModel();
	// Also the characters that JSON escapes.
	const odds = fc.constantFrom("", '"', "\\", "é", " x", "/+=");
	const parts = fc.record({ odd: odds, place: fc.constantFrom(...places), nesting: fc.constantFrom(...nestings), tweak: fc.constantFrom(...places) });
	await fc.assert(
		fc.asyncProperty(parts, async ({ odd, place, nesting, tweak }) => {
			// Another one each time: the database still holds what an earlier one has left there.
			const secret = `${crypto.randomUUID()}${odd}9`;
			const [name, entry] = tweak(secret);
			const { value } = entry as { readonly value: unknown };
			// A text in a field that is none of these is an answer like any other.
			const tweaks = { [name]: entry, "Agent-1": { [name]: value }, "ChatOutput-1": typeof value === "object" ? { input_value: value } : {} };
			const said = await everythingSaid(host, nesting(place(secret), modelUrl), tweaks);
			const forms = [secret, JSON.stringify(secret).slice(1, -1), secret.slice(0, 16)];
			const telling = said.flatMap((text) => forms.map((form) => [text.indexOf(form), text] as const)).filter(([at]) => at >= 0);
			expect(telling.map(([at, text]) => `${text.slice(0, 80)} … ${text.slice(Math.max(0, at - 300), at + 100)}`)).toEqual([]);
		}),
		{ numRuns },
	);
});
