import type { HostDependencies } from "../dependencies.ts";
import { docsCss, docsPage } from "../docs/docs-page.ts";
import type { HostApp } from "../http/environment.ts";

/** The API's description: as an OpenAPI document, and as a page made from it. */
export function addDescriptionRoutes(app: HostApp, { about, config }: HostDependencies): void {
	const scheme = app.openAPIRegistry.registerComponent("securitySchemes", "apiKey", { type: "apiKey", in: "header", name: "x-api-key" });
	const description = {
		openapi: "3.1.0",
		info: {
			title: "Foldback",
			version: about.version,
			description: "Runs Langflow flows, keeps their chats, and remembers what has left the recent window. Errors are RFC 9457 problem documents.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: "/" }],
		// An empty requirement: without a key everybody on this machine is the user `local`.
		security: config.access === "keys" ? [{ [scheme.name]: [] }] : [{}, { [scheme.name]: [] }],
	};
	app.doc31("/openapi.json", description);
	let page: string | undefined;
	app.get("/docs", (context) => {
		page ??= String(docsPage(app.getOpenAPI31Document(description)));
		return context.html(page);
	});
	app.get("/docs.css", (context) => context.body(docsCss, 200, { "content-type": "text/css; charset=utf-8" }));
}
