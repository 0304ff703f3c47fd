import { OpenAPIHono } from "@hono/zod-openapi";
import { requestId } from "hono/request-id";
import { authenticate } from "./access/authenticate.ts";
import type { HostDependencies } from "./dependencies.ts";
import { limitBody } from "./http/body-limit.ts";
import { limitJsonDepth } from "./http/deep-json.ts";
import type { HostApp, HostEnvironment } from "./http/environment.ts";
import { rejectInvalidInput } from "./http/invalid-input.ts";
import { jsonMutations } from "./http/json-mutations.ts";
import { createErrorHandler } from "./http/on-error.ts";
import { ProblemError, quoteValue } from "./http/problem.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { addCatalogueRoute } from "./routes/catalogue.ts";
import { addConfigRoutes } from "./routes/config.ts";
import { addCustomComponentRoute } from "./routes/custom-component.ts";
import { addDescriptionRoutes } from "./routes/description.ts";
import { addFileRoutes } from "./routes/files.ts";
import { addFlowTransferRoutes } from "./routes/flow-transfer.ts";
import { addFlowRoutes } from "./routes/flows.ts";
import { addHealthRoutes } from "./routes/health.ts";
import { addHomeRoute } from "./routes/home.ts";
import { addExportRoute } from "./routes/message-export.ts";
import { addImportRoute } from "./routes/message-import.ts";
import { addMessageRoutes } from "./routes/messages.ts";
import { addRunRoute } from "./routes/run.ts";
import { addRunRecordRoutes } from "./routes/run-records.ts";
import { addRunViewsRoute } from "./routes/run-views.ts";
import { addSessionMemoryRoutes } from "./routes/session-memory.ts";
import { addFoldRoute } from "./routes/session-memory-fold.ts";
import { addSessionRoutes } from "./routes/sessions.ts";
import { addStudioRoutes } from "./routes/studio.ts";
import { addUserDataRoutes } from "./routes/user-data.ts";

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
		await next();
	});
	app.use(securityHeaders(), authenticate({ keys: deps.store.keys, access: deps.config.access }), jsonMutations(), limitBody(), limitJsonDepth());
	addStudioRoutes(app, deps);
	addHomeRoute(app, deps);
	addHealthRoutes(app, deps);
	addFlowTransferRoutes(app, deps);
	addFlowRoutes(app, deps);
	addSessionRoutes(app, deps);
	addMessageRoutes(app, deps);
	addSessionMemoryRoutes(app, deps);
	addFoldRoute(app, deps);
	addRunViewsRoute(app, deps);
	addImportRoute(app, deps);
	addExportRoute(app, deps);
	addFileRoutes(app, deps);
	addUserDataRoutes(app, deps);
	addConfigRoutes(app, deps);
	addRunRecordRoutes(app, deps);
	addRunRoute(app, deps);
	addCatalogueRoute(app, deps);
	addCustomComponentRoute(app, deps);
	addDescriptionRoutes(app, deps);
	return app;
}
