import { join } from "node:path";
import { createRoute, z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { checkedQuery } from "../http/checked-query.ts";
import type { HostApp } from "../http/environment.ts";
import { describeError } from "../http/on-error.ts";
import { findScope } from "../memory/find-scope.ts";
import { shuttingDown } from "../run/turn-tracker.ts";
import { checkImport, maxImportRows, storeImport } from "../transfer/import-messages.ts";
import { openSpool, type Spool } from "../transfer/spool.ts";
import { examples } from "../wire/examples.ts";
import { importLine } from "../wire/import-line.ts";
import { nameText } from "../wire/query.ts";
import { problems } from "./responses.ts";

const query = z.object({ flow_id: z.string().openapi({ example: examples.flow }), session_id: nameText.optional().openapi({ example: examples.oldSession }) });

const route = createRoute({
	method: "post",
	path: "/api/v1/monitor/messages/import",
	summary: `Add up to ${maxImportRows.toLocaleString("en")} messages to a session, one JSON object a line`,
	description:
		'Every line is checked before anything is stored: a problem means that nothing was. Then the answer is a stream of JSON lines: `{event: "progress", stored, total}`, and at last `{event: "end", stored, total}`, or `{event: "error", stored, total, detail}` when the database failed: the first `stored` lines are in then. Messages keep their times, and without an API key their ids, unless an id is in use; those without a time follow the line before. Order within a session is by time. Memory that covered later messages is taken back and folded again.',
	request: {
		query,
		body: { required: true, content: { "application/x-ndjson": { schema: importLine } } },
	},
	responses: {
		200: { description: "Progress, line by line.", content: { "application/x-ndjson": { schema: z.string() } } },
		404: problems[404],
		413: problems[413],
		422: problems[422],
		503: problems[503],
	},
});

export function addImportRoute(app: HostApp, deps: HostDependencies): void {
	// Not `app.openapi`: its validator would read the body, which is a stream here.
	app.openAPIRegistry.registerPath(route);
	app.post(route.path, async (context) => {
		const { scope } = await findScope(deps, context.get("userId"), checkedQuery(context, query));
		const turn = deps.turns.begin();
		if (!turn) throw shuttingDown();
		const spool = await openSpool(join(deps.config.dataDir, "imports"));
		const end = async () => {
			turn.end();
			await spool.remove();
		};
		try {
			const total = await checkImport(context.req.raw.body ?? emptyBody(), spool);
			const stream = progressStream(deps, scope, { spool, total, end });
			return new Response(stream, { headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" } });
		} catch (error) {
			await end();
			throw error;
		}
	});
}

/** Stores, and tells how far it is. It goes on when the client leaves: half an import is of no use. */
function progressStream(
	deps: HostDependencies,
	session: Parameters<typeof storeImport>[1],
	{ spool, total, end }: { readonly spool: Spool; readonly total: number; readonly end: () => Promise<void> },
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let gone = false;
	let stored = 0;
	return new ReadableStream({
		start(controller) {
			const send = (line: object) => {
				if (!gone) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
			};
			const onProgress = (progress: { readonly stored: number }) => {
				stored = progress.stored;
				send(progress);
			};
			storeImport(deps.store.messages, session, { spool, total, onProgress })
				.then(
					() => send(stored === total ? { event: "end", stored, total } : { event: "error", stored, total, detail: `The flow was deleted meanwhile.` }),
					(error: unknown) => {
						deps.log.error("import-failed", describeError(error));
						const detail = `The database failed after ${stored} of ${total} messages, which are stored. Send the lines from the ${stored + 1}th on again.`;
						send({ event: "error", stored, total, detail });
					},
				)
				.then(end)
				.then(
					() => {
						if (!gone) controller.close();
					},
					(error: unknown) => controller.error(error),
				);
		},
		cancel() {
			gone = true;
		},
	});
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
