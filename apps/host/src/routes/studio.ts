import type { Context } from "hono";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp, HostEnvironment } from "../http/environment.ts";
import { studioFiles } from "../studio/studio-files.ts";

/** Paths that are never a page of the studio. */
const notPages = /^\/(?:api|assets)\/|^\/(?:health|docs|docs\.css|openapi\.json|home\.css)$/;

/** What stands in the page where the nonce of this answer belongs. */
const noncePlaceholder = "__CSP_NONCE__";

/**
 * Serves the built studio: its files, and its page for every other address that a browser opens. Without one, and for everything else,
 * the other routes answer.
 */
export function addStudioRoutes(app: HostApp, { studio }: Pick<HostDependencies, "studio">): void {
	if (studio === undefined) return;
	const files = studioFiles(studio);
	const page = new TextDecoder().decode(files.get("/index.html")?.read());
	app.get("*", async (context, next) => {
		const file = context.req.path === "/index.html" ? undefined : files.get(context.req.path);
		if (file) {
			const cache = file.immutable ? "public, max-age=31536000, immutable" : "no-cache";
			return context.body(file.read(), 200, { "content-type": file.type, "cache-control": cache });
		}
		if (!opensPage(context)) return next();
		context.header("cache-control", "no-store");
		return context.html(page.replaceAll(noncePlaceholder, () => context.get("secureHeadersNonce") ?? ""));
	});
}

function opensPage({ req }: Context<HostEnvironment>): boolean {
	return !notPages.test(req.path) && (req.header("accept") ?? "").includes("text/html");
}
