import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";
import { ProblemError } from "../http/problem.ts";

/**
 * `GET /metrics` for Prometheus, only where it is configured. Guarded like the API: where keys are asked for, any valid key opens it (Prometheus sends one
 * as a bearer token); without keys it answers this machine only. The figures are of the whole host and tell of no user, session or text.
 */
export function addMetricsRoute(app: HostApp, { telemetry }: Pick<HostDependencies, "telemetry">): void {
	const scrape = telemetry?.scrape;
	if (!scrape) return;
	app.get("/metrics", async (context) => {
		if (context.get("userId") === "") {
			throw new ProblemError("no-access", "The metrics of this server need an API key, as the header `x-api-key` or as a bearer token.");
		}
		return context.body(await scrape(), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" });
	});
}
