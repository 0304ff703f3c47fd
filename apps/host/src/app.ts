import { OpenAPIHono } from "@hono/zod-openapi";
import { requestId } from "hono/request-id";
import type { HostDependencies } from "./dependencies.ts";
import { limitBody } from "./http/body-limit.ts";
import { limitJsonDepth } from "./http/deep-json.ts";
import type { HostApp, HostEnvironment } from "./http/environment.ts";
import { rejectInvalidInput } from "./http/invalid-input.ts";
import { jsonMutations } from "./http/json-mutations.ts";
import { loopbackGuard } from "./http/loopback-guard.ts";
import { createErrorHandler } from "./http/on-error.ts";
import { ProblemError, quoteValue } from "./http/problem.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { addCatalogueRoute } from "./routes/catalogue.ts";
import { addCustomComponentRoute } from "./routes/custom-component.ts";
import { addFlowTransferRoutes } from "./routes/flow-transfer.ts";
import { addFlowRoutes } from "./routes/flows.ts";
import { addHealthRoutes } from "./routes/health.ts";
import { addHomeRoute } from "./routes/home.ts";
import { addMessageRoutes } from "./routes/messages.ts";
import { addRunRoute } from "./routes/run.ts";
import { addRunRecordRoutes } from "./routes/run-records.ts";
import { addRunViewsRoute } from "./routes/run-views.ts";
import { addSessionMemoryRoutes } from "./routes/session-memory.ts";
import { addFoldRoutes } from "./routes/session-memory-fold.ts";
import { addSessionRoutes } from "./routes/sessions.ts";
import { addStudioRoutes } from "./routes/studio.ts";

/** Who everybody is without API keys. */
const localUser = "local";

/** The server as a function of what it is made of: no port, no globals. */
export function createApp(deps: HostDependencies): HostApp {
	const app = new OpenAPIHono<HostEnvironment>({ strict: false, defaultHook: rejectInvalidInput });
	app.onError(createErrorHandler(deps.log));
	app.notFound((context) => {
		throw new ProblemError("not-found", `There is nothing at ${context.req.method} ${quoteValue(context.req.path)}. GET /openapi.json lists what there is.`);
	});
	// The id is the server's own: one that a client chose could forge lines of the log.
	app.use(requestId({ headerName: "" }), async (context, next) => {
		context.header("x-request-id", context.get("requestId"));
		context.set("userId", localUser);
		await next();
	});
	app.use(securityHeaders(), loopbackGuard(), jsonMutations(), limitBody(), limitJsonDepth());
	addStudioRoutes(app, deps);
	addHomeRoute(app, deps);
	addHealthRoutes(app, deps);
	addFlowTransferRoutes(app, deps);
	addFlowRoutes(app, deps);
	addSessionRoutes(app, deps);
	addMessageRoutes(app, deps);
	addSessionMemoryRoutes(app, deps);
	addFoldRoutes(app, deps);
	addRunViewsRoute(app, deps);
	addRunRecordRoutes(app, deps);
	addRunRoute(app, deps);
	addCatalogueRoute(app, deps);
	addCustomComponentRoute(app, deps);
	app.doc31("/openapi.json", { openapi: "3.1.0", info: { title: "Foldback", version: deps.about.version } });
	return app;
}
