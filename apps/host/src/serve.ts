import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type ClientLimits, clientLimits, cutStalledClients, refuseManyHeaders, serverOptions } from "./http/client-limits.ts";
import type { HostApp } from "./http/environment.ts";
import { problemResponse } from "./http/on-error.ts";
import { ProblemError } from "./http/problem.ts";

/** A listening server. */
export interface RunningServer {
	/** Where to reach it, without a slash at the end. */
	readonly url: string;
	/** Accepts nothing new from now on; answers under way go on. */
	stopAccepting(): void;
	/** Waits until the answers under way have left, at most `timeoutMs`, then cuts the connections. */
	close(timeoutMs: number): Promise<void>;
}

/**
 * Starts to listen.
 * @param port 0 lets the system choose.
 * @param limits what clients may take, and how slow they may be
 * @throws an Error that says what to do when the address cannot be used.
 */
export async function serve(
	app: HostApp,
	{ host, port, limits = clientLimits }: { readonly host: string; readonly port: number; readonly limits?: ClientLimits },
): Promise<RunningServer> {
	const listener = getRequestListener(app.fetch, { errorHandler: unreadableRequest });
	const server = createServer(serverOptions(limits), (incoming, outgoing) => {
		if (!refuseManyHeaders(incoming, outgoing, limits)) void listener(incoming, outgoing);
	});
	cutStalledClients(server, limits);
	await listen(server, host, port);
	const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
	return {
		url: urlOf(server, host),
		stopAccepting: () => void server.close(),
		async close(timeoutMs) {
			if (server.listening) server.close();
			// Connections that are kept alive become idle one by one.
			const sweep = setInterval(() => server.closeIdleConnections(), 20);
			const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
			await closed;
			clearInterval(sweep);
			clearTimeout(cut);
		},
	};
}

function listen(server: Server, host: string, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(explain(error, host, port), { cause: error })));
		server.listen(port, host, () => resolve());
	});
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
	const place = `port ${port} of ${host}`;
	if (error.code === "EADDRINUSE") return `Cannot listen: ${place} is in use. Stop the program that uses it, or choose another port with PORT=${port + 1}.`;
	if (error.code === "EACCES") return `Cannot listen: ${place} needs more rights. Choose a port of 1024 or above with PORT.`;
	return `Cannot listen on ${place} (${error.code ?? error.name}). Check HOST and PORT.`;
}

function urlOf(server: Server, host: string): string {
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** For requests that are so broken that they never become one: a bad address or Host header. */
function unreadableRequest(error: unknown): Response {
	return problemResponse(new ProblemError("bad-request", "The request's address or Host header cannot be read.", { cause: error }), crypto.randomUUID());
}
