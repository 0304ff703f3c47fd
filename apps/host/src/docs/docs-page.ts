import { html } from "hono/html";

/** What the page shows of an OpenAPI document; everything else in it is of no concern here. */
interface Operation {
	readonly summary?: string;
	readonly description?: string;
	readonly parameters?: readonly object[];
	readonly requestBody?: object;
	readonly responses?: object;
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** A page about every call of the API, made from its OpenAPI document: no script, nothing from elsewhere. */
export function docsPage(document: {
	readonly info: { readonly title: string; readonly version: string; readonly description?: string };
	readonly paths?: object;
}) {
	const operations = operationsOf(document.paths ?? {});
	return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${document.info.title} API</title><link rel="stylesheet" href="/docs.css"></head>
<body>
<header><h1>${document.info.title} API</h1><p>Version ${document.info.version}. ${document.info.description ?? ""}
The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p></header>
<nav><ul>${operations.map(({ id, method, path }) => html`<li><a href="#${id}"><b>${method.toUpperCase()}</b> ${path}</a></li>`)}</ul></nav>
<main>${operations.map(
		({ id, method, path, operation }) => html`<section id="${id}">
<h2><span class="${method}">${method.toUpperCase()}</span> <code>${path}</code></h2>
<p>${operation.summary ?? ""}</p>${operation.description ? html`<p>${operation.description}</p>` : ""}
${parametersOf(operation)}${bodyOf(operation)}${responsesOf(operation)}
</section>`,
	)}</main>
</body>
</html>`;
}

function operationsOf(paths: object) {
	return Object.entries(paths).flatMap(([path, item]: [string, Readonly<Record<string, Operation>>]) =>
		methods.flatMap((method) => {
			const operation = item[method];
			return operation ? [{ id: `${method}${path.replaceAll(/[^a-z0-9]+/gi, "-")}`, method, path, operation }] : [];
		}),
	);
}

interface Parameter {
	readonly name?: string;
	readonly in?: string;
	readonly required?: boolean;
	readonly description?: string;
	readonly schema?: { readonly description?: string };
}

function parametersOf({ parameters = [] }: Operation) {
	const known: readonly Parameter[] = parameters;
	if (known.length === 0) return "";
	return html`<table><thead><tr><th>Parameter</th><th>In</th><th>Value</th></tr></thead><tbody>
${known.map(
	({ name, in: place, required, schema, description }) =>
		html`<tr><td><code>${name}</code>${required ? " *" : ""}</td><td>${place}</td><td><code>${typeText(schema)}</code> ${
			description ?? schema?.description ?? ""
		}</td></tr>`,
)}</tbody></table>`;
}

interface Content {
	readonly description?: string;
	readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

function bodyOf({ requestBody }: Operation) {
	const { content = {} }: Content = requestBody ?? {};
	return Object.entries(content).map(([type, { schema }]) => html`<h3>Body <small>${type}</small></h3><pre>${typeText(schema)}</pre>`);
}

function responsesOf({ responses = {} }: Operation) {
	const all: readonly [string, Content][] = Object.entries(responses);
	return html`<h3>Answers</h3><dl>${all.map(
		([status, { description, content = {} }]) =>
			html`<dt>${status}</dt><dd>${description}${Object.entries(content)
				.filter(([type]) => type !== "application/problem+json")
				.map(
					([type, { schema }]) => html`<pre><small>${type}</small>
${typeText(schema)}</pre>`,
				)}</dd>`,
	)}</dl>`;
}

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly properties?: Readonly<Record<string, unknown>>;
	readonly required?: readonly string[];
	readonly items?: unknown;
	readonly anyOf?: readonly unknown[];
	readonly allOf?: readonly unknown[];
	readonly additionalProperties?: unknown;
}

/** A schema as one would write it in TypeScript, roughly. */
function typeText(value: unknown, indent = ""): string {
	const schema: Schema = typeof value === "object" && value !== null ? value : {};
	if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return schema.enum.map((item) => JSON.stringify(item)).join(" | ");
	if (schema.anyOf) return schema.anyOf.map((item) => typeText(item, indent)).join(" | ");
	if (schema.allOf) return schema.allOf.map((item) => typeText(item, indent)).join(" & ");
	if (schema.properties) {
		const inner = `${indent}  `;
		const members = Object.entries(schema.properties).map(
			([name, item]) => `${inner}${name}${schema.required?.includes(name) ? "" : "?"}: ${typeText(item, inner)}`,
		);
		return `{\n${members.join("\n")}\n${indent}}`;
	}
	if (schema.items) return `${typeText(schema.items, indent)}[]`;
	if (schema.type === "object") return schema.additionalProperties ? `{ [name]: ${typeText(schema.additionalProperties, indent)} }` : "{ … }";
	return schema.type === undefined ? "any" : [schema.type].flat().join(" | ");
}

export const docsCss = `body { font: 15px/1.55 system-ui, sans-serif; margin: 0; color: #1c1917; background: #fafaf9; display: grid; grid-template: auto 1fr / 22rem minmax(0, 1fr); }
header { grid-column: 1 / -1; padding: 1rem 2rem 0; }
h1 { margin: 0; font-size: 1.6rem; } h2 { font-size: 1.05rem; margin: 0 0 0.5rem; } h3 { font-size: 0.9rem; margin: 1rem 0 0.25rem; }
nav { padding: 1rem 1rem 2rem 2rem; font-size: 12px; position: sticky; top: 0; max-height: 100vh; overflow: auto; box-sizing: border-box; }
nav ul { list-style: none; margin: 0; padding: 0; } nav a { display: block; padding: 2px 0; text-decoration: none; overflow-wrap: anywhere; }
main { padding: 1rem 2rem 4rem 1rem; }
section { border-top: 1px solid #d6d3d1; padding: 1.25rem 0; scroll-margin-top: 1rem; }
a { color: #0f766e; } code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { background: #1c1917; color: #fafaf9; padding: 0.75rem 1rem; border-radius: 0.5rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid #e7e5e4; vertical-align: top; }
dt { font-weight: 600; } dd { margin: 0 0 0.5rem 1.5rem; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; max-height: none; } }
@media (prefers-color-scheme: dark) { body { color: #e7e5e4; background: #1c1917; } pre { background: #292524; } a { color: #5eead4; } section { border-color: #44403c; } th, td { border-color: #44403c; } }
`;
