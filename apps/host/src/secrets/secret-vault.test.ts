import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { echoFlow, secretFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

const literal = { value: "sk-very-secret-1", load_from_db: false };

async function save(host: TestHost, flow: object) {
	return (await host.call("POST", "/api/v1/flows/", flow)).body;
}

function fieldOf(flow: { data: { nodes: { data: { node: { template: { api_key: { value: string; load_from_db: boolean } } } } }[] } }): {
	value: string;
	load_from_db: boolean;
} {
	const field = flow.data.nodes[0]?.data.node.template.api_key;
	return { value: field?.value ?? "", load_from_db: field?.load_from_db ?? false };
}

const ownField = { nodeId: "Agent-1", name: "api_key", isSecret: true };

const resolve = async (host: TestHost, id: string, name: string, field = ownField) => {
	const flow = await host.store.flows.get("local", id);
	return flow && host.vault.resolver("local", flow.document)(name, field);
};

it("moves a literal secret into the encrypted table and leaves a reference", async () => {
	const host = await openTestHost();
	const flow = await save(host, secretFlow(literal));
	const field = fieldOf(flow);
	expect(field).toEqual({ value: expect.stringMatching(/^foldback-secret:[0-9a-f-]{36}$/), load_from_db: true });
	expect(await resolve(host, flow.id, field.value)).toBe("sk-very-secret-1");
	const answers = [
		await host.call("GET", `/api/v1/flows/${flow.id}`),
		await host.call("GET", "/api/v1/flows/"),
		await host.call("POST", "/api/v1/flows/download/", [flow.id]),
	];
	for (const { body } of answers) expect(JSON.stringify(body)).not.toContain("sk-very-secret");
	for (const file of ["foldback.db", "foldback.db-wal"]) expect(readFileSync(join(host.dataDir, file)).includes("sk-very-secret")).toBe(false);
});

it("exports neither the secret nor the reference, which means nothing elsewhere", async () => {
	const host = await openTestHost();
	const { id } = await save(host, secretFlow(literal));
	expect(fieldOf((await host.call("POST", "/api/v1/flows/download/", [id])).body)).toEqual({ value: "", load_from_db: false });
});

it("resolves a reference after a restart, and not with another key", async () => {
	const first = await openTestHost();
	const flow = await save(first, secretFlow(literal));
	const second = await openTestHost({}, { dataDir: first.dataDir });
	expect(await resolve(second, flow.id, fieldOf(flow).value)).toBe("sk-very-secret-1");
	const third = await openTestHost({ FOLDBACK_SECRET_KEY: "another key than before" }, { dataDir: first.dataDir });
	expect(await resolve(third, flow.id, fieldOf(flow).value)).toBeUndefined();
});

it("keeps the secret when the flow comes back with its reference, and takes a new one", async () => {
	const host = await openTestHost();
	const flow = await save(host, secretFlow(literal));
	const same = (await host.call("PATCH", `/api/v1/flows/${flow.id}`, { data: flow.data })).body;
	expect(fieldOf(same)).toEqual(fieldOf(flow));
	const changed = (await host.call("PATCH", `/api/v1/flows/${flow.id}`, secretFlow({ value: "sk-new", load_from_db: false }))).body;
	expect(fieldOf(changed).value).not.toBe(fieldOf(flow).value);
	expect(await resolve(host, flow.id, fieldOf(changed).value)).toBe("sk-new");
	expect(JSON.stringify(changed)).not.toContain("sk-new");
});

it("gives a copied flow a secret of its own, so that deleting the first takes nothing from it", async () => {
	const host = await openTestHost();
	const first = await save(host, secretFlow(literal));
	const copy = await save(host, { ...secretFlow(fieldOf(first)), name: "Copy" });
	expect(fieldOf(copy).value).not.toBe(fieldOf(first).value);
	await host.call("DELETE", `/api/v1/flows/${first.id}`);
	expect(await resolve(host, copy.id, fieldOf(copy).value)).toBe("sk-very-secret-1");
});

it("resolves nobody else's references, and none that stands outside the flow's secret fields", async () => {
	const host = await openTestHost();
	const flow = await save(host, secretFlow(literal));
	const { value } = fieldOf(flow);
	const stored = await host.store.flows.get("local", flow.id);
	expect(await host.vault.resolver("somebody", stored?.document ?? {})(value, ownField)).toBeUndefined();
	const other = await save(host, echoFlow("Other", { description: value }));
	expect(await resolve(host, other.id, value)).toBeUndefined();
});

it("leaves names of variables alone and resolves only allowed ones", async () => {
	const host = await openTestHost({ FOLDBACK_VARIABLES: "ALLOWED", ALLOWED: "yes", FORBIDDEN: "no" });
	const flow = await save(host, secretFlow({ value: "ALLOWED", load_from_db: true }));
	expect(fieldOf(flow)).toEqual({ value: "ALLOWED", load_from_db: true });
	expect(fieldOf((await host.call("POST", "/api/v1/flows/download/", [flow.id])).body)).toEqual({ value: "ALLOWED", load_from_db: true });
	expect(await resolve(host, flow.id, "ALLOWED")).toBe("yes");
	for (const name of ["FORBIDDEN", "PATH", "HOME", "OPENAI_API_KEY", "constructor", "__proto__"])
		expect(await resolve(host, flow.id, name), name).toBeUndefined();
});

it.each([
	["api_key", {}],
	["openaiApiKey", {}],
	["client_secret", {}],
	["db_password", {}],
	["anything", { password: true }],
	["anything", { _input_type: "SecretStrInput" }],
])("knows %s %j for a secret", async (name, entry) => {
	const host = await openTestHost();
	const flow = await save(host, {
		name: "x",
		data: { nodes: [{ id: "A", data: { node: { template: { [name]: { value: "hunter22", ...entry } } } } }], edges: [] },
	});
	expect(JSON.stringify(flow)).not.toContain("hunter22");
	expect(JSON.stringify(flow)).toContain("foldback-secret:");
});

it.each(["max_tokens", "token_count", "key", "pinned_keys", "input_value", "secretary"])("leaves %s alone", async (name) => {
	const host = await openTestHost();
	const flow = await save(host, { name: "x", data: { nodes: [{ id: "A", data: { node: { template: { [name]: { value: "hunter22" } } } } }], edges: [] } });
	expect(flow.data.nodes[0].data.node.template[name].value).toBe("hunter22");
});

it("resolves a reference where it stands and in secret fields only, so that no tweak brings it into an answer", async () => {
	const host = await openTestHost();
	const flow = await save(host, secretFlow(literal));
	const { value } = fieldOf(flow);
	expect(await resolve(host, flow.id, value, { ...ownField, isSecret: false })).toBe("sk-very-secret-1");
	expect(await resolve(host, flow.id, value, { nodeId: "Model-2", name: "openai_api_key", isSecret: true })).toBe("sk-very-secret-1");
	expect(await resolve(host, flow.id, value, { nodeId: "ChatOutput-1", name: "sender_name", isSecret: false })).toBeUndefined();
});

const nestedValues = {
	model: { value: [{ name: "gpt-4o", provider: "OpenAI", api_key: "hunter2-model", metadata: { api_key_param: "api_key" } }] },
	headers: {
		value: [
			{ key: "Authorization", value: "hunter2-header" },
			{ key: "Accept", value: "text/plain" },
		],
	},
	settings: { value: { auth: { client_secret: "hunter2-deep" }, "X-Api-Key": "hunter2-key", credentials: { user: "hunter2-user" } } },
	keys: { password: true, value: ["hunter2-first", "hunter2-second", ""] },
};

const nestedFlow = (template: object) => ({ name: "Nested", data: { nodes: [{ id: "A", data: { node: { template } } }], edges: [] } });

async function openedTemplate(host: TestHost, id: string, userId = "local") {
	const flow = await host.store.flows.get("local", id);
	const { document } = await host.vault.opened(userId, flow?.document ?? {});
	return JSON.parse(JSON.stringify(document)).data.nodes[0].data.node.template;
}

it("seals secrets inside lists and objects, exports none of them, and opens them for the owner only", async () => {
	const host = await openTestHost();
	const flow = await save(host, nestedFlow(nestedValues));
	const template = flow.data.nodes[0].data.node.template;
	expect(template.model.value).toEqual([{ ...nestedValues.model.value[0], api_key: expect.stringMatching(/^foldback-secret:/) }]);
	expect(template.headers.value[1]).toEqual({ key: "Accept", value: "text/plain" });
	const stored = await host.store.flows.get("local", flow.id);
	const exported = (await host.call("POST", "/api/v1/flows/download/", [flow.id])).body;
	for (const answer of [flow, stored, (await host.call("GET", "/api/v1/flows/")).body, exported]) expect(JSON.stringify(answer)).not.toContain("hunter2");
	expect(JSON.stringify(exported)).not.toContain("foldback-secret:");
	expect(await openedTemplate(host, flow.id)).toEqual(nestedValues);
	expect(JSON.stringify(await openedTemplate(host, flow.id, "somebody"))).not.toMatch(/hunter2|foldback-secret/);
});

it("keeps a nested secret whose reference comes back, and takes a new one", async () => {
	const host = await openTestHost();
	const flow = await save(host, nestedFlow(nestedValues));
	const same = (await host.call("PATCH", `/api/v1/flows/${flow.id}`, { data: flow.data })).body;
	expect(same.data).toEqual(flow.data);
	const [model] = flow.data.nodes[0].data.node.template.model.value;
	const template = { ...flow.data.nodes[0].data.node.template, model: { value: [{ ...model, api_key: "hunter2-new" }] } };
	const changed = (await host.call("PATCH", `/api/v1/flows/${flow.id}`, nestedFlow(template))).body;
	expect(JSON.stringify(changed)).not.toContain("hunter2");
	expect(await openedTemplate(host, flow.id)).toEqual({ ...nestedValues, model: { value: [{ ...nestedValues.model.value[0], api_key: "hunter2-new" }] } });
	const copy = await save(host, nestedFlow(changed.data.nodes[0].data.node.template));
	await host.call("DELETE", `/api/v1/flows/${flow.id}`);
	expect((await openedTemplate(host, copy.id)).headers).toEqual(nestedValues.headers);
});

it("resolves a nested reference in no field and in no other place of a value", async () => {
	const host = await openTestHost();
	const flow = await save(host, nestedFlow(nestedValues));
	const [{ api_key: reference }] = flow.data.nodes[0].data.node.template.model.value;
	expect(await resolve(host, flow.id, reference)).toBeUndefined();
	const value = [{ name: reference, text: reference }];
	const other = await save(host, nestedFlow({ rows: { value } }));
	expect((await openedTemplate(host, other.id)).rows.value).toEqual(value);
});

it("leaves a flow without nested secrets as it is", async () => {
	const host = await openTestHost();
	const template = {
		model: { value: [{ name: "gpt-4o", metadata: { api_key_param: "api_key", max_tokens: 5 } }] },
		rows: { value: [{ key: "Accept", value: "x" }, null, 1] },
	};
	const flow = await save(host, nestedFlow(template));
	expect(flow.data).toEqual(nestedFlow(template).data);
	const stored = await host.store.flows.get("local", flow.id);
	expect((await host.vault.opened("local", stored?.document ?? {})).document).toBe(stored?.document);
});
