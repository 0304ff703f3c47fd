import { expect, it } from "vitest";
import { createSamples } from "./samples/create-samples.ts";
import { openTestHost } from "./testing/test-host.fixture.ts";

interface Schema {
	readonly $ref?: string;
	readonly example?: unknown;
}

interface Operation {
	readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

it("has examples that work as they stand there", async () => {
	const host = await openTestHost();
	await createSamples(host);
	const { paths, components } = (await host.call("GET", "/openapi.json")).body;
	const exampleOf = (schema: Schema): unknown => schema.example ?? (schema.$ref ? components.schemas[schema.$ref.split("/").at(-1) ?? ""]?.example : undefined);
	const ran: string[] = [];
	for (const [path, item] of Object.entries<Readonly<Record<string, Operation>>>(paths)) {
		for (const [method, { parameters = [], requestBody }] of Object.entries(item)) {
			const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
			const body = content && exampleOf(content.schema);
			if (type === undefined || body === undefined) continue;
			const given = parameters.flatMap(({ name, in: place, schema }) => (schema.example === undefined ? [] : [{ name, place, value: String(schema.example) }]));
			const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given.find((parameter) => parameter.name === name)?.value ?? "missing");
			const query = new URLSearchParams(given.flatMap(({ name, place, value }) => (place === "query" ? [[name, value] as [string, string]] : [])));
			const init = { method: method.toUpperCase(), headers: { "content-type": type }, body: JSON.stringify(body) };
			const response = await host.app.request(`${filled}?${query}`, init);
			expect({ path, method, text: response.ok ? "" : await response.text() }).toEqual({ path, method, text: "" });
			ran.push(`${method} ${path}`);
		}
	}
	const known = [
		"post /api/v1/run/{flow}",
		"post /api/v1/flows",
		"patch /api/v1/flows/{id}",
		"post /api/v1/flows/download",
		"post /api/v1/monitor/messages/import",
	];
	expect(ran).toEqual(expect.arrayContaining(known));
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
