import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createSamples } from "./samples/create-samples.ts";
import { openTestHost, type TestHost } from "./testing/test-host.fixture.ts";
import { examples } from "./wire/examples.ts";

interface Schema {
	readonly $ref?: string;
	readonly example?: unknown;
	readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
	readonly method: string;
	readonly path: string;
	readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** What the examples name, beside the sample flows: a message, a run, three files and a session to rename. */
async function seed(host: TestHost): Promise<void> {
	await createSamples(host, "local");
	const flow = await host.store.flows.get("local", examples.flow);
	if (!flow) throw new Error("The samples are gone.");
	const place = { flowId: flow.id, userId: "local" };
	await host.store.messages.import(
		{ ...place, sessionId: examples.oldSession },
		[{ id: examples.message, text: "The cluster is EU-7.", sender: "User" }],
		undefined,
	);
	const times = { startedAtMs: 1, durationMs: 1 };
	const details = { nodes: [], calls: [], views: [], recalls: [], tools: [] };
	await host.store.runs.add({ id: examples.run, ...place, inputId: examples.message, answerId: "", status: "finished", code: "", details, ...times });
	const put = (parent: string, owner: string, name: string, bytes: string | Buffer) => {
		const folder = join(host.dataDir, parent, createHash("sha256").update(owner).digest("hex").slice(0, 40));
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, name), bytes);
	};
	put("files", flow.id, examples.textFile, "The cluster is EU-7.");
	put("files", flow.id, examples.image, Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
	put("files/users", "local", `${examples.userFile}_facts.txt`, "The cluster is EU-7.");
}

/** Runs first, then what changes, then what reads, then what deletes, the flow last. */
function inOrder(paths: Readonly<Record<string, Readonly<Record<string, object>>>>): readonly Operation[] {
	const ranks = ["post", "patch", "put", "get", "delete"];
	const all = Object.entries(paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]): Operation => ({ ...operation, method, path })));
	const rank = ({ method, path }: Operation) =>
		path.includes("/run/") ? -1 : ranks.indexOf(method) + (method === "delete" && path === "/api/v1/flows/{id}" ? 1 : 0);
	return all.toSorted((left, right) => rank(left) - rank(right));
}

function bodyOf(type: string, schema: Schema, example: unknown): string | FormData {
	if (type !== "multipart/form-data") return JSON.stringify(example);
	const form = new FormData();
	for (const [name, property] of Object.entries(schema.properties ?? {})) form.set(name, new File([String(property.example)], "example.json"));
	return form;
}

/** The first part of an answer that does not end. */
async function begins(response: Response): Promise<string> {
	for await (const part of response.body ?? []) return new TextDecoder().decode(part);
	return "";
}

it("has an example for every call, and each works as it stands there", async () => {
	const host = await openTestHost();
	await seed(host);
	const { paths, components } = (await host.call("GET", "/openapi.json")).body;
	const exampleOf = (schema: Schema): unknown => schema.example ?? (schema.$ref ? components.schemas[schema.$ref.split("/").at(-1) ?? ""]?.example : undefined);
	const missing: string[] = [];
	const ran: string[] = [];
	for (const { method, path, parameters = [], requestBody } of inOrder(paths)) {
		const call = `${method} ${path}`;
		const given = parameters.flatMap(({ name, in: place, schema }) => (schema.example === undefined ? [] : [{ name, place, value: String(schema.example) }]));
		for (const { name, required } of parameters) if (required && !given.some((parameter) => parameter.name === name)) missing.push(`${call}: ${name}`);
		const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given.find((parameter) => parameter.name === name)?.value ?? "missing");
		const query = new URLSearchParams(given.flatMap(({ name, place, value }) => (place === "query" ? [[name, value] as [string, string]] : [])));
		for (const [type, { schema }] of Object.entries(requestBody?.content ?? { "": { schema: {} } })) {
			const example = exampleOf(schema) ?? schema.properties?.file?.example;
			if (type !== "" && example === undefined) missing.push(`${call}: body ${type}`);
			const body = type === "" ? undefined : bodyOf(type, schema, example);
			const contentType = body === undefined ? "application/json" : type;
			const headers = body instanceof FormData || method === "get" ? {} : { "content-type": contentType };
			const response = await host.app.request(`${filled}?${query}`, { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) });
			const text = path === "/logs-stream" ? await begins(response) : await response.text();
			expect({ call, type, text: response.ok ? "" : text }).toEqual({ call, type, text: "" });
			ran.push(call);
		}
	}
	expect(missing).toEqual([]);
	expect(new Set(ran).size).toBe(Object.values<object>(paths).flatMap(Object.keys).length);
	expect(ran.length).toBeGreaterThan(30);
});

it("shows every call on a page without scripts", async () => {
	const host = await openTestHost();
	const { paths } = (await host.call("GET", "/openapi.json")).body;
	const page = await host.call("GET", "/docs");
	expect(page.headers.get("content-type")).toMatch(/text\/html/);
	expect(page.body).not.toMatch(/<script|style=|onload=|https?:\/\//);
	for (const [path, item] of Object.entries<object>(paths)) {
		for (const method of Object.keys(item)) expect(page.body).toContain(`<b>${method.toUpperCase()}</b> ${path}</a>`);
	}
	expect((await host.call("GET", "/docs.css")).headers.get("content-type")).toMatch(/text\/css/);
});

it("tells settings without secrets, and names of variables without values", async () => {
	const host = await openTestHost({
		FOLDBACK_VARIABLES: "TEAM_TOKEN",
		TEAM_TOKEN: "private-token",
		OPENAI_API_KEY: "sk-private",
		FOLDBACK_FOLD_THRESHOLD: "30",
	});
	const { body: config } = await host.call("GET", "/api/v1/config");
	expect(config).toMatchObject({
		auth: "local",
		user: "local",
		model: { offline: false },
		folding: { foldThreshold: 30, foldTiming: "background" },
		fold_token_budget: null,
	});
	const { body: variables } = await host.call("GET", "/api/v1/variables");
	expect(variables).toEqual([{ id: "TEAM_TOKEN", name: "TEAM_TOKEN", type: "Credential", value: null, default_fields: [] }]);
	expect(JSON.stringify([config, variables])).not.toContain("private");
});
